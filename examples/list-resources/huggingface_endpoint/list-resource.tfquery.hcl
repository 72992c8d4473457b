list "huggingface_endpoint" "endpoints" {
  provider = huggingface

  config {
    namespace = "acme"
    search    = "prod-"
  }
}
