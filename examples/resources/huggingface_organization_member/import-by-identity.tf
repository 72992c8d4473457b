import {
  to = huggingface_organization_member.alice
  identity = {
    organization = "acme"
    username     = "alice"
  }
}
