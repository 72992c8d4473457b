import {
  to = huggingface_service_account.ci
  identity = {
    organization       = "acme"
    service_account_id = "7036337fac37c8ca1ae1b44b"
  }
}
