action "huggingface_scheduled_job_run" "now" {
  config {
    namespace     = "acme"
    scheduled_job = "553e97482dcbb650d26f5674"
  }
}
