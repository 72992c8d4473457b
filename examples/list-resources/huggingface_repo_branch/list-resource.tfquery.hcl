list "huggingface_repo_branch" "branches" {
  provider = huggingface

  config {
    repository = "acme/acme-chat"
  }
}
