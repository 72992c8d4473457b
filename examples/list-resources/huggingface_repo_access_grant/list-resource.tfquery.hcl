list "huggingface_repo_access_grant" "readers" {
  provider = huggingface

  config {
    repository = "acme/acme-chat"
  }
}
