resource "huggingface_service_account" "caller" {
  organization = "acme"
  name         = "caller"
}

# It may call the endpoints of the shop, and nothing else.
resource "huggingface_service_account_token" "caller" {
  organization       = "acme"
  service_account_id = huggingface_service_account.caller.service_account_id
  permissions        = ["inference.endpoints.infer.write"]
  endpoint_patterns  = ["shop-*"]
}
