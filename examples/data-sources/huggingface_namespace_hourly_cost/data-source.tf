data "huggingface_namespace_hourly_cost" "acme" {
  namespace = "acme"
}

output "acme_costs" {
  value = data.huggingface_namespace_hourly_cost.acme.table
}
