list "huggingface_dataset" "datasets" {
  provider = huggingface

  config {
    namespace = "acme"
  }
}
