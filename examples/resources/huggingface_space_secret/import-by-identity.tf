import {
  to = huggingface_space_secret.api_key
  identity = {
    space_id = "2ed112f2fc4fe2beb036f0c9"
    key      = "API_KEY"
  }
}
