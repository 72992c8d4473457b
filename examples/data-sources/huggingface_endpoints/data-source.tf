# Every endpoint of the namespace with this tag, over all pages.
data "huggingface_endpoints" "production" {
  namespace = "acme"
  tags      = ["production"]
}

output "states" {
  value = {
    for endpoint in data.huggingface_endpoints.production.endpoints :
    endpoint.name => endpoint.status
  }
}
