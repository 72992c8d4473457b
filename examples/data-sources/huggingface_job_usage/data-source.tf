data "huggingface_job_usage" "mine" {}

check "budget" {
  assert {
    condition     = data.huggingface_job_usage.mine.cost_usd < 100
    error_message = "Jobs cost ${data.huggingface_job_usage.mine.cost_usd} US dollars."
  }
}
