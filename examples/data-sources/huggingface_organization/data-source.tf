data "huggingface_organization" "acme" {
  organization = "acme"
}

check "plan" {
  assert {
    condition     = data.huggingface_organization.acme.plan != null
    error_message = "Resource groups need the Team plan."
  }
}
