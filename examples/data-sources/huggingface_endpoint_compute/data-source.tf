# What can be had in one region, and the cheapest GPU of it.
data "huggingface_endpoint_compute" "gpus" {
  vendor      = "aws"
  region      = "us-east-1"
  accelerator = "gpu"
  status      = "available"
}

locals {
  prices = data.huggingface_endpoint_compute.gpus.instances[*].price_per_hour
}

output "cheapest" {
  value = [
    for instance in data.huggingface_endpoint_compute.gpus.instances :
    "${instance.instance_type} ${instance.instance_size}"
    if instance.price_per_hour == min(local.prices...)
  ]
}
