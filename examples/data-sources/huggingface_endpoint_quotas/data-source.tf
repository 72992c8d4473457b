data "huggingface_endpoint_quotas" "acme" {
  namespace = "acme"
}

output "accelerators_left" {
  value = {
    for quota in data.huggingface_endpoint_quotas.acme.quotas :
    "${quota.vendor} ${quota.region} ${quota.instance_type} ${quota.instance_size}" =>
    quota.maximum - quota.used
  }
}
