import {
  to = huggingface_organization_network_security.acme
  id = "acme"
}
