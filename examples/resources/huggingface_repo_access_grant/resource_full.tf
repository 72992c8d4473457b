resource "huggingface_dataset" "prices" {
  namespace  = "acme"
  name       = "prices"
  visibility = "public"
  gated      = "manual"
}

# Those who see the files without having asked.
resource "huggingface_repo_access_grant" "partners" {
  for_each        = toset(["alice", "bob"])
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  user            = each.key
}
