action "huggingface_space_pause" "demo" {
  config {
    space = "acme/demo"
  }
}
