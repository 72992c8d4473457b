data "huggingface_organization_usage" "this_month" {
  organization = "acme"
}

# US cents by resource group; "none" is what belongs to no group.
output "jobs_cents" {
  value = {
    for group in data.huggingface_organization_usage.this_month.months[0].resource_groups :
    coalesce(group.name, "none") => group.jobs_cents
  }
}
