list "huggingface_model" "models" {
  provider = huggingface

  config {
    namespace = "acme"
    tags      = ["license:mit"]
  }
}
