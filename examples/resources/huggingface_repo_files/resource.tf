# One commit for all of them, and none for what has not changed.
resource "huggingface_repo_files" "card" {
  repository = "acme/acme-chat" # Or `huggingface_model.chat.id`.

  files = {
    "LICENSE.txt" = "Copyright Acme. All rights reserved.\n"
    "generation_config.json" = jsonencode({
      temperature = 0.6
      top_p       = 0.95
    })
  }

  # Pictures and the like; `file("...")` and `filebase64("...")` read local
  # files, and `fileset` lists those of a folder.
  files_base64 = {
    "logo.ico" = "aWNvbgo="
  }

  commit_message = "Set the defaults"
}
