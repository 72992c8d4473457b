data "huggingface_whoami" "me" {}

output "name" {
  value = data.huggingface_whoami.me.name
}
