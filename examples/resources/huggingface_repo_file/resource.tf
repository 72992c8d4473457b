resource "huggingface_repo_file" "card" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.
  path       = "README.md"
  content = provider::huggingface::card_encode({
    license = "apache-2.0"
    tags    = ["chat"]
  }, "# Acme Chat\n")

  # The Hub may have made one already.
  overwrite = true
}
