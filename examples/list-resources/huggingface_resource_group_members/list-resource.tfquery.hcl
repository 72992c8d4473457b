list "huggingface_resource_group_members" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
