action "huggingface_job_duplicate" "training" {
  config {
    job     = "acme/6531a1b2c3d4e5f60718293a"
    timeout = "6h"
  }
}
