import {
  to = huggingface_collection.ours
  id = "acme/what-we-build-on-5fdd638207c94ec1661e456e"
}
