resource "huggingface_resource_group" "research" {
  organization = "acme"
  name         = "research"
  description  = "What is not released yet"

  # US cents in a calendar month
  spend_limits = {
    total_cents = 200000
    jobs_cents  = 50000
  }
}
