action "huggingface_space_rebuild" "demo" {
  config {
    space = "acme/demo"
  }
}
