import {
  to = huggingface_webhook.models
  id = "0c2d3fa559fe34dd80350f7c"
}
