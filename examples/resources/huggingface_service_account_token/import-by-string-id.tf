import {
  to = huggingface_service_account_token.ci
  id = "acme/7036337fac37c8ca1ae1b44b/9e3bb696eb4e4f7ec466b97b"
}
