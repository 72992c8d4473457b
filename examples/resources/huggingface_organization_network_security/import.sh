# By organization:
terraform import huggingface_organization_network_security.acme acme
