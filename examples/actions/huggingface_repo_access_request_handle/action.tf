resource "huggingface_model" "chat" {
  name  = "chat"
  gated = "manual"
}

data "huggingface_repo_access_requests" "waiting" {
  repository = huggingface_model.chat.id
}

locals {
  customers = ["julia", "omar"]
}

# All who ask and are on our list. Addresses would not do: the Hub does not say
# that they are confirmed.
action "huggingface_repo_access_request_handle" "ours" {
  config {
    repository = huggingface_model.chat.id
    status     = "accepted"
    users = setintersection(
      local.customers,
      data.huggingface_repo_access_requests.waiting.requests[*].user
    )
  }
}
