import {
  to = huggingface_scheduled_job.evaluate
  identity = {
    namespace        = "acme"
    scheduled_job_id = "6531a1b2c3d4e5f60718293a"
  }
}
