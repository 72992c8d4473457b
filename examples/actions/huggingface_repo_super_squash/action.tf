action "huggingface_repo_super_squash" "prices" {
  config {
    repository      = "acme/prices"
    repository_type = "dataset"
  }
}
