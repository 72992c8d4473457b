action "huggingface_endpoint_pause" "embeddings" {
  config {
    endpoint = "acme/embeddings"
  }
}
