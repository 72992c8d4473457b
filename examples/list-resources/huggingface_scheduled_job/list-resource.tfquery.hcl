list "huggingface_scheduled_job" "all" {
  provider = huggingface

  config {
    namespace = "acme"
  }
}
