resource "huggingface_model" "weights" {
  namespace = "acme"
  name      = "weights"
}

# It reads one model, from any address.
resource "huggingface_service_account_token" "reader" {
  organization           = "acme"
  service_account_id     = "7036337fac37c8ca1ae1b44b"
  name                   = "reader"
  repository_ids         = [huggingface_model.weights.repository_id]
  repository_permissions = ["repo.content.read"]
  skip_network_security  = true
}
