list "huggingface_service_account_token" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
