# Terraform 1.16: the endpoint is paused before what it answers from goes, which
# stays if it cannot be paused, but in a `terraform destroy`.
resource "huggingface_dataset" "answers" {
  namespace = "acme"
  name      = "answers"

  lifecycle {
    action_trigger {
      events     = [before_destroy]
      actions    = [action.huggingface_endpoint_pause.chat]
      on_failure = halt
    }
  }
}

action "huggingface_endpoint_pause" "chat" {
  config {
    endpoint = "acme/chat"
  }
}
