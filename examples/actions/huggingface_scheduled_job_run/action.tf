action "huggingface_scheduled_job_run" "now" {
  config {
    namespace     = "acme"
    scheduled_job = "6531a1b2c3d4e5f60718293a"
  }
}
