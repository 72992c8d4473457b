# { namespace = "acme", name = "embeddings", id = "acme/embeddings", … }
output "endpoint" {
  value = provider::huggingface::parse_endpoint(
    "https://endpoints.huggingface.co/acme/endpoints/embeddings"
  )
}
