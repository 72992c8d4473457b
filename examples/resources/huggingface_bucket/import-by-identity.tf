import {
  to = huggingface_bucket.checkpoints
  identity = {
    bucket_id = "30a22ce272b7c7f2f242caf4"
  }
}
