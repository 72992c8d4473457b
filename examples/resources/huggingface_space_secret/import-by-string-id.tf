import {
  to = huggingface_space_secret.api_key
  id = "acme/demo/API_KEY"
}
