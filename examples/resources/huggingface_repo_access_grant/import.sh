# By repository and user:
terraform import huggingface_repo_access_grant.alice acme/acme-chat/access/alice
