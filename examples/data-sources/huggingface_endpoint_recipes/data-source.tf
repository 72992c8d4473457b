data "huggingface_endpoint_recipes" "coder" {
  repository = "Qwen/Qwen2.5-Coder-7B-Instruct"
}

locals {
  recipe = data.huggingface_endpoint_recipes.coder.recipes[0]
}

# The instances that have the kind of accelerator that it needs.
data "huggingface_endpoint_compute" "fitting" {
  accelerator = local.recipe.accelerator
}

output "needs" {
  value = {
    engine    = local.recipe.engine
    instances = distinct(data.huggingface_endpoint_compute.fitting.instances[*].instance_type)
  }
}
