data "huggingface_resource_groups" "acme" {
  organization = "acme"
}

# Groups that may spend any amount
output "without_limit" {
  value = [
    for group in data.huggingface_resource_groups.acme.resource_groups :
    group.name if !contains(keys(group.spend_limits), "total_cents")
  ]
}
