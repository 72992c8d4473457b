list "huggingface_bucket" "all" {
  provider = huggingface

  config {
    namespace = "acme"
  }
}
