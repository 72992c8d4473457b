# Of a group of the organization, with a license of its own, asked for by e-mail.
resource "huggingface_dataset" "recordings" {
  namespace         = "acme"
  name              = "recordings"
  visibility        = "public"
  region            = "eu"
  resource_group_id = "9456380fe6a047f347f4447f"

  # What the first README.md says
  license      = "other"
  license_name = "acme-research"
  license_link = "LICENSE"

  gated                     = "manual"
  gated_notifications_email = "datasets@example.com"
  gated_notifications_mode  = "bulk"
  org_members_gated         = true

  discussions_disabled = false
  discussions_sorting  = "trending"

  # "delete" loses its files, which nobody can undo.
  on_destroy = "keep"
}
