import {
  to = huggingface_repo_access_grant.alice
  identity = {
    repository_type = "model"
    repository_id   = "2ed112f2fc4fe2beb036f0c9"
    user            = "alice"
  }
}
