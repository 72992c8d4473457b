resource "huggingface_repo_file" "card" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.
  path       = "README.md"
  content    = "---\n${yamlencode({ license = "apache-2.0", tags = ["chat"] })}---\n\n# Acme Chat\n"

  # The Hub may have made one already.
  overwrite = true
}
