list "huggingface_space_variable" "demo" {
  provider = huggingface

  config {
    space = "acme/demo"
  }
}
