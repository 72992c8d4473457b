import {
  to = huggingface_bucket.checkpoints
  id = "acme/checkpoints"
}
