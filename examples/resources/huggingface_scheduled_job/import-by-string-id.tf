import {
  to = huggingface_scheduled_job.evaluate
  id = "acme/553e97482dcbb650d26f5674"
}
