ephemeral "huggingface_repo_token" "model" {
  repository = "acme/acme-chat"
}

# A provider that can do nothing but read this model.
provider "huggingface" {
  alias = "model"
  token = ephemeral.huggingface_repo_token.model.token
}

data "huggingface_model" "this" {
  provider   = huggingface.model
  repository = "acme/acme-chat"
}
