list "huggingface_resource_group_member" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
