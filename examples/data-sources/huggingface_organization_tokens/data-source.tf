data "huggingface_organization_tokens" "acme" {
  organization = "acme"
}

locals {
  a_year_ago = timeadd(plantimestamp(), "-8760h")
}

output "old_tokens" {
  value = [
    for token in data.huggingface_organization_tokens.acme.tokens :
    "${token.name} of ${token.username}"
    if timecmp(coalesce(token.created_at, plantimestamp()), local.a_year_ago) < 0
  ]
}
