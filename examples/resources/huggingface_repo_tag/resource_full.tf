# The tag of a dataset, at the commit that its newest files came with.
resource "huggingface_dataset" "prices" {
  namespace = "acme"
  name      = "prices"
}

resource "huggingface_repo_file" "prices" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  path            = "prices.csv"
  content         = "day,price\n2026-11-23,12\n"
}

resource "huggingface_repo_tag" "november" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  name            = "2026-11"
  revision        = huggingface_repo_file.prices.commit
  message         = "Prices of November"
}
