list "huggingface_organization_network_security" "all" {
  provider = huggingface

  config {
    organization = "acme"
  }
}
