import {
  to = huggingface_scheduled_job.evaluate
  id = "acme/6531a1b2c3d4e5f60718293a"
}
