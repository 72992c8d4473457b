import {
  to = huggingface_scheduled_job.evaluate
  identity = {
    namespace        = "acme"
    scheduled_job_id = "553e97482dcbb650d26f5674"
  }
}
