resource "huggingface_model" "chat" {
  namespace  = "acme"
  name       = "acme-chat"
  visibility = "public"
  gated      = "manual"
}

# Who waits for an answer.
data "huggingface_repo_access_requests" "waiting" {
  repository = huggingface_model.chat.id
}

output "waiting" {
  value = data.huggingface_repo_access_requests.waiting.requests[*].user
}
