resource "huggingface_organization_network_security" "acme" {
  organization = "acme"

  enforce_ip_restriction = true
  ip_ranges              = ["127.0.0.0/8", "192.0.2.0/24"]

  # Where Terraform runs, which must not be locked out
  caller_address = "127.0.0.1"
}
