# Sees the files of a gated model without having asked.
resource "huggingface_repo_access_grant" "alice" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.
  user       = "alice"
}
