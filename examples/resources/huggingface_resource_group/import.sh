# By organization and id:
terraform import huggingface_resource_group.research acme/9456380fe6a047f347f4447f
