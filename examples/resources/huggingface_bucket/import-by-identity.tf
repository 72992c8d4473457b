import {
  to = huggingface_bucket.checkpoints
  identity = {
    namespace = "acme"
    name      = "checkpoints"
  }
}
