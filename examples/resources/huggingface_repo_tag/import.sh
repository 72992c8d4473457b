# By repository, kind and name, or by the address of the page on the Hub:
terraform import huggingface_repo_tag.v1 acme/acme-chat/tag/v1.0
