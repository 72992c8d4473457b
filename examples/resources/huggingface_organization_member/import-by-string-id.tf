import {
  to = huggingface_organization_member.alice
  id = "acme/alice"
}
