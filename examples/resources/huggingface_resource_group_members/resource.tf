# These and nobody else
resource "huggingface_resource_group_members" "research" {
  organization      = "acme"
  resource_group_id = "9456380fe6a047f347f4447f"

  members = [
    { username = "alice", role = "admin" },
    { username = "bob", role = "read" },
  ]
}
