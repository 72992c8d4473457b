data "huggingface_bucket" "checkpoints" {
  namespace = "acme"
  name      = "checkpoints"
}

output "bytes_of_checkpoints" {
  value = data.huggingface_bucket.checkpoints.size
}
