data "huggingface_organization_repositories" "acme" {
  organization = "acme"
}

output "public" {
  value = [
    for one in data.huggingface_organization_repositories.acme.repositories :
    "${one.type} ${one.id}" if one.visibility == "public"
  ]
}

output "storage_gb" {
  value = data.huggingface_organization_repositories.acme.total_storage_bytes / 1e9
}
