import {
  to = huggingface_repo_file.card
  id = "acme/acme-chat/blob/main/README.md"
}
