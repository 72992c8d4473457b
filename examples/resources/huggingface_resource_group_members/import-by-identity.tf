import {
  to = huggingface_resource_group_members.research
  identity = {
    organization      = "acme"
    resource_group_id = "9456380fe6a047f347f4447f"
  }
}
