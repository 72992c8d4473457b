import {
  to = huggingface_repo_file.card
  identity = {
    repository_type = "model"
    repository_id   = "2ed112f2fc4fe2beb036f0c9"
    branch          = "main"
    path            = "README.md"
  }
}
