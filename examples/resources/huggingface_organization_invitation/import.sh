# By organization and id:
terraform import huggingface_organization_invitation.else acme/ed231822eca85078b2bb7d91
