resource "huggingface_dataset" "prices" {
  namespace = "acme"
  name      = "prices"
}

data "huggingface_repo_files" "csv" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  path            = "data"
}

output "size_in_bytes" {
  value = sum([for file in data.huggingface_repo_files.csv.files : file.size])
}
