import {
  to = huggingface_service_account.ci
  id = "acme/7036337fac37c8ca1ae1b44b"
}
