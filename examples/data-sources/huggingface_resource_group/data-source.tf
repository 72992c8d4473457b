data "huggingface_resource_group" "research" {
  organization = "acme"
  name         = "research"
}

resource "huggingface_model" "draft" {
  namespace         = "acme"
  name              = "draft"
  resource_group_id = data.huggingface_resource_group.research.resource_group_id
}
