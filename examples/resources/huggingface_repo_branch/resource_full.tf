# A branch of a dataset that begins at a tag and goes with its resource.
resource "huggingface_dataset" "prices" {
  namespace = "acme"
  name      = "prices"
}

resource "huggingface_repo_branch" "cleaned" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  name            = "cleaned"
  revision        = "main"
  on_destroy      = "delete"
}
