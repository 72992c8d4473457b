resource "huggingface_model" "chat" {
  name  = "chat"
  gated = "manual"
}

data "huggingface_repo_access_requests" "waiting" {
  repository = huggingface_model.chat.id
}

# All who ask from our own domain.
action "huggingface_repo_access_request_handle" "ours" {
  config {
    repository = huggingface_model.chat.id
    status     = "accepted"
    users = [
      for request in data.huggingface_repo_access_requests.waiting.requests :
      request.user if endswith(request.email, "@acme.example")
    ]
  }
}
