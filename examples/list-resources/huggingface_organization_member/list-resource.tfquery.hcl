list "huggingface_organization_member" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
