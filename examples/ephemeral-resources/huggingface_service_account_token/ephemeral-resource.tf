# A token that ends with the run
ephemeral "huggingface_service_account_token" "deploy" {
  organization       = "acme"
  service_account_id = "7036337fac37c8ca1ae1b44b"
  permissions        = ["repo.write"]
}

provider "huggingface" {
  alias     = "deploy"
  namespace = "acme"
  token     = ephemeral.huggingface_service_account_token.deploy.token
}
