resource "huggingface_organization_invitation" "else" {
  organization = "acme"
  username     = "somebody-else"
  email        = "somebody@example.com"
  external_id  = "4711"
}
