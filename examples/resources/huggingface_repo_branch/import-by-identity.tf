import {
  to = huggingface_repo_branch.next
  identity = {
    repository_type = "model"
    repository_id   = "2ed112f2fc4fe2beb036f0c9"
    name            = "release/next"
  }
}
