action "huggingface_job_cancel" "training" {
  config {
    job = "acme/6531a1b2c3d4e5f60718293a"
  }
}
