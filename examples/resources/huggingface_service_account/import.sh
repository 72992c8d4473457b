# By organization and id:
terraform import huggingface_service_account.ci acme/7036337fac37c8ca1ae1b44b
