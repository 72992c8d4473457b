data "huggingface_repo_scan" "chat" {
  repository = "acme/acme-chat"

  lifecycle {
    postcondition {
      condition     = self.clean
      error_message = "Not through yet, or not clean: ${join(", ", self.files[*].path)}"
    }
  }
}

# Moves only if nothing is found.
resource "huggingface_repo_tag" "production" {
  repository = data.huggingface_repo_scan.chat.repository
  name       = "production"
}
