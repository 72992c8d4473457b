# By organization and user:
terraform import huggingface_organization_member.alice acme/alice
