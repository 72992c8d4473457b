# By organization and id of the group:
terraform import huggingface_resource_group_members.research acme/9456380fe6a047f347f4447f
