action "huggingface_repo_pull_request_merge" "card" {
  config {
    repository = "acme/acme-chat"
    number     = 7
  }
}
