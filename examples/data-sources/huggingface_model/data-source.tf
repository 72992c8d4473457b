data "huggingface_model" "this" {
  repository = "acme/acme-chat"
}

output "newest_commit" {
  value = data.huggingface_model.this.sha
}
