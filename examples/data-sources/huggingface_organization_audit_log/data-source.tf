data "huggingface_organization_audit_log" "roles" {
  organization = "acme"
  query        = "type:org.change_role"
  limit        = 100
}

output "who_changed_roles" {
  value = toset(data.huggingface_organization_audit_log.roles.events[*].author)
}
