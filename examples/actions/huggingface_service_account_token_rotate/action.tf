# The new value is in the secret of the Space, and nowhere else.
action "huggingface_service_account_token_rotate" "demo" {
  config {
    organization       = "acme"
    service_account_id = "6531a1b2c3d4e5f60718293a"
    token_id           = "6531a1b2c3d4e5f60718293b"

    space_secrets = [{
      space = "acme/demo"
      key   = "HF_TOKEN"
    }]
  }
}
