# What each service may cost, in US cents and calendar months; at a limit the
# service pauses and cancels what it would bill.
resource "huggingface_resource_group" "limited" {
  organization = "acme"
  name         = "limited"
  description  = "Experiments"

  spend_limits = {
    total_cents               = 200000
    endpoints_cents           = 100000
    spaces_cents              = 50000
    jobs_cents                = 50000
    inference_providers_cents = 20000
  }
}
