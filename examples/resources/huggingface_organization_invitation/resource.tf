resource "huggingface_organization_invitation" "else" {
  organization = "acme"
  username     = "somebody-else"
  email        = "somebody@example.com"
  external_id  = "4711"

  # `false` takes away what the user may do, and keeps the membership.
  active = true
}
