import {
  to = huggingface_repo_files.card
  id = "acme/acme-chat/tree/main?path=LICENSE.txt&path=generation_config.json&path=logo.ico"
}
