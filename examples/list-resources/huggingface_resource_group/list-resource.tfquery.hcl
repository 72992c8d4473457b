list "huggingface_resource_group" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
