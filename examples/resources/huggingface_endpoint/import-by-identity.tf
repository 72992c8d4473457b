import {
  to = huggingface_endpoint.embeddings
  identity = {
    namespace = "acme"
    name      = "embeddings"
  }
}
