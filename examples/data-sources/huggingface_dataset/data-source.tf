data "huggingface_dataset" "this" {
  repository = "acme/prices"
}

output "newest_commit" {
  value = data.huggingface_dataset.this.sha
}
