# Every model of the organization with this license, over all pages.
data "huggingface_models" "apache" {
  namespace = "acme"
  tags      = ["license:apache-2.0"]
}

output "models" {
  value = data.huggingface_models.apache.ids
}
