data "huggingface_repo_discussions" "open" {
  repository = "acme/acme-chat"
  type       = "pull_request"
  status     = "open"
}

output "open_pull_requests" {
  value = data.huggingface_repo_discussions.open.discussions[*].title
}
