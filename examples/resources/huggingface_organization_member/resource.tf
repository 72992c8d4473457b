resource "huggingface_organization_member" "alice" {
  organization = "acme"
  username     = "alice"
  role         = "contributor"

  # What she may do when this is destroyed
  role_on_destroy = "read"
}
