# Where the next version is worked on. Its commits stay on the Hub when this is
# removed from the configuration.
resource "huggingface_repo_branch" "next" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.
  name       = "release/next"
  on_destroy = "keep"
}
