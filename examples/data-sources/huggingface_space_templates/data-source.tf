data "huggingface_space_templates" "all" {}

output "docker" {
  value = [
    for template in data.huggingface_space_templates.all.templates :
    template.id if template.sdk == "docker"
  ]
}
