resource "huggingface_service_account_token" "ci" {
  organization       = "acme"
  service_account_id = "7036337fac37c8ca1ae1b44b"
  name               = "pipeline"
  permissions        = ["repo.write"]

  # Another month, another value
  rotation_keepers = {
    month = "2026-11"
  }
}
