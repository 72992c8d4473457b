# Only signed-in members, from the addresses of the office and of Terraform, and
# no models but those of two namespaces.
resource "huggingface_organization_network_security" "full" {
  organization = "acme"
  enforce_auth = true

  enforce_ip_restriction = true
  ip_ranges              = ["127.0.0.0/8", "192.0.2.0/24"]
  caller_address         = "127.0.0.1"
  high_rate_limits       = true

  blocked_contents = [
    { resource = "model", scope = "*" },
  ]
  allowed_contents = [
    { resource = "model", scope = "acme" },
    { resource = "model", scope = "sentence-transformers" },
  ]
  keep_repos_metadata_visible = true
}
