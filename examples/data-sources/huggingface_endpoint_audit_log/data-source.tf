data "huggingface_endpoint_audit_log" "acme" {
  namespace = "acme"
  limit     = 100
}

output "entries" {
  value = [
    for entry in data.huggingface_endpoint_audit_log.acme.entries_json :
    jsondecode(entry)
  ]
}
