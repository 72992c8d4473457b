# A Space of somebody else as a private one of our own.
action "huggingface_repo_duplicate" "demo" {
  config {
    repository      = "gradio/hello_world"
    repository_type = "space"
    to              = "acme/demo"
    visibility      = "private"
    hardware        = "cpu-basic"
  }
}
