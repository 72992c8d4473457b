import {
  to = huggingface_endpoint.embeddings
  id = "acme/embeddings"
}
