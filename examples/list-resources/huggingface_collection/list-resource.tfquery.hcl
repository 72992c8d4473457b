list "huggingface_collection" "all" {
  provider = huggingface

  config {
    namespace = "acme"
  }
}
