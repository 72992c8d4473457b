# { type = "dataset", id = "acme/prices", revision = "v1", path = "train.csv", … }
output "repository" {
  value = provider::huggingface::parse_repo(
    "https://huggingface.co/datasets/acme/prices/blob/v1/train.csv"
  )
}
