import {
  to = huggingface_collection.ours
  identity = {
    namespace = "acme"
    id        = "5fdd638207c94ec1661e456e"
  }
}
