resource "huggingface_service_account" "ci" {
  organization = "acme"
  name         = "ci"
  description  = "Publishes what the pipeline has trained"
}
