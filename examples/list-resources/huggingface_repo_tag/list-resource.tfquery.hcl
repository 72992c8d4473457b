list "huggingface_repo_tag" "tags" {
  provider = huggingface

  config {
    repository = "acme/acme-chat"
  }
}
