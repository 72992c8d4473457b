# By organization, id of the group and user:
terraform import huggingface_resource_group_member.alice acme/9456380fe6a047f347f4447f/alice
