list "huggingface_service_account" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
