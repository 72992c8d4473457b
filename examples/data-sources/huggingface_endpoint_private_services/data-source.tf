data "huggingface_endpoint_private_services" "ours" {
  namespace  = "acme"
  account_id = "123456789012"
}

# For `service_name` of an `aws_vpc_endpoint` each.
output "service_names" {
  value = {
    for service in data.huggingface_endpoint_private_services.ours.private_services :
    service.endpoint => service.service_name
  }
}
