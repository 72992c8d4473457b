# Evaluates a model each time that its endpoint has changed.
resource "huggingface_endpoint" "chat" {
  namespace = "acme"
  name      = "chat"
  model     = { repository = "acme/acme-chat" }
  compute   = { instance_type = "intel-spr" }

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.huggingface_job_run.evaluate]
    }
  }
}

action "huggingface_job_run" "evaluate" {
  config {
    namespace = "acme"
    flavor    = "cpu-basic"
    image     = "python:3.12"
    command   = ["python", "-c", "print('evaluated acme/chat')"]
  }
}
