action "huggingface_space_restart" "demo" {
  config {
    space = "acme/demo"
  }
}
