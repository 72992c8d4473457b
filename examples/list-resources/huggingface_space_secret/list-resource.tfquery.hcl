list "huggingface_space_secret" "demo" {
  provider = huggingface

  config {
    space = "acme/demo"
  }
}
