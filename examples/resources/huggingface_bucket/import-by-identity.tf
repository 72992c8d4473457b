import {
  to = huggingface_bucket.checkpoints
  identity = {
    bucket_id = "6531a1b2c3d4e5f60718293a"
  }
}
