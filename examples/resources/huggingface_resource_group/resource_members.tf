resource "huggingface_resource_group" "research" {
  organization = "acme"
  name         = "research"
}

resource "huggingface_resource_group_members" "research" {
  organization      = "acme"
  resource_group_id = huggingface_resource_group.research.resource_group_id

  members = [
    { username = "alice", role = "admin" },
    { username = "bob", role = "read" },
  ]
}

# What belongs to the group names it.
resource "huggingface_model" "draft" {
  namespace         = "acme"
  name              = "draft"
  resource_group_id = huggingface_resource_group.research.resource_group_id
}
