# Whoever else is in the group is left alone.
resource "huggingface_resource_group_member" "alice" {
  organization      = "acme"
  resource_group_id = "9456380fe6a047f347f4447f"
  username          = "alice"
  role              = "write"
}
