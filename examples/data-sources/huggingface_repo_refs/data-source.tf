resource "huggingface_model" "chat" {
  namespace = "acme"
  name      = "acme-chat"
}

data "huggingface_repo_refs" "chat" {
  repository = huggingface_model.chat.id
}

output "releases" {
  value = keys(data.huggingface_repo_refs.chat.tags)
}
