import {
  to = huggingface_organization_invitation.else
  id = "acme/ed231822eca85078b2bb7d91"
}
