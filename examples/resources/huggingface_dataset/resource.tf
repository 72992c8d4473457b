# Others see the dataset, and ask for access before they use it.
resource "huggingface_dataset" "prices" {
  namespace  = "acme"
  name       = "prices"
  visibility = "public"
  gated      = "manual"

  # By default `terraform destroy` keeps the dataset; "delete" loses its files.
  on_destroy = "make_private"
}
