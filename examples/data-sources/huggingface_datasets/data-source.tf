# Every dataset of the organization with this license, over all pages.
data "huggingface_datasets" "apache" {
  namespace = "acme"
  tags      = ["license:apache-2.0"]
}

output "datasets" {
  value = data.huggingface_datasets.apache.ids
}
