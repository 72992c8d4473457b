# By repository, kind and name, or by the address of the page on the Hub:
terraform import huggingface_repo_branch.next acme/acme-chat/branch/release/next
