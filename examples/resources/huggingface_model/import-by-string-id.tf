import {
  to = huggingface_model.chat
  id = "acme/acme-chat"
}
