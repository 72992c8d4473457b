data "huggingface_organization_members" "acme" {
  organization = "acme"
}

output "admins" {
  value = [
    for member in data.huggingface_organization_members.acme.members :
    member.username if member.role == "admin"
  ]
}
