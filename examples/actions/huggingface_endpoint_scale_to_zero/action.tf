action "huggingface_endpoint_scale_to_zero" "embeddings" {
  config {
    endpoint = "acme/embeddings"
  }
}
