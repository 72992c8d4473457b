data "huggingface_endpoint" "embeddings" {
  namespace = "acme"
  name      = "embeddings"
}

output "url" {
  value = data.huggingface_endpoint.embeddings.url
}
