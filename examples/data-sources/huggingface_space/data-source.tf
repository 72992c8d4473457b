data "huggingface_space" "demo" {
  namespace = "acme"
  name      = "demo"
}

output "stage" {
  value = data.huggingface_space.demo.stage
}
