import {
  to = huggingface_organization_invitation.else
  identity = {
    organization  = "acme"
    invitation_id = "ed231822eca85078b2bb7d91"
  }
}
