# Others see the model, and ask for access before they use it.
resource "huggingface_model" "chat" {
  namespace  = "acme"
  name       = "acme-chat"
  visibility = "public"
  gated      = "manual"
  license    = "apache-2.0"

  # By default `terraform destroy` keeps the model; "delete" loses its files.
  on_destroy = "make_private"
}
