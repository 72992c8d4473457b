action "huggingface_endpoint_resume" "embeddings" {
  config {
    endpoint = "acme/embeddings"
  }
}
