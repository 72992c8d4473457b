list "huggingface_organization_invitation" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
