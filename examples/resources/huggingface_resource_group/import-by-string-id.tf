import {
  to = huggingface_resource_group.research
  id = "acme/9456380fe6a047f347f4447f"
}
