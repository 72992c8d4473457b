list "huggingface_space" "spaces" {
  provider = huggingface

  config {
    namespace = "acme"
  }
}
