action "huggingface_organization_token_revoke" "leaked" {
  config {
    organization = "acme"
    token_id     = "6531a1b2c3d4e5f60718293a"
  }
}
