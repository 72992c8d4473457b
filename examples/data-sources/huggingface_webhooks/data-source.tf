data "huggingface_webhooks" "all" {}

# Those that the service switched off after too many failed requests.
output "suspended_webhooks" {
  value = [
    for webhook in data.huggingface_webhooks.all.webhooks : webhook.id
    if webhook.suspended
  ]
}
