# By repository, branch and path, or by the address of the page on the Hub:
terraform import huggingface_repo_file.card acme/acme-chat/blob/main/README.md
