# A name for a commit, for endpoints and people to pin.
resource "huggingface_repo_tag" "v1" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.
  name       = "v1.0"
  message    = "First version for customers"
}
