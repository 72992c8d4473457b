# A token that reads this model only, and ends by itself.
ephemeral "huggingface_repo_token" "model" {
  repository = "acme/acme-chat"
}

resource "huggingface_space" "demo" {
  name = "demo"
  sdk  = "docker"
}

# Raise the version to give the Space a new token.
resource "huggingface_space_secret" "token" {
  space            = huggingface_space.demo.id
  key              = "HF_TOKEN"
  value_wo         = ephemeral.huggingface_repo_token.model.token
  value_wo_version = 1
}
