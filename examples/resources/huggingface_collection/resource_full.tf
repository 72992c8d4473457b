resource "huggingface_model" "chat" {
  namespace  = "acme"
  name       = "collected-chat"
  visibility = "public"
  gated      = "manual"
}

# Who asks for access to one of the models asks for all of them.
resource "huggingface_collection" "partners" {
  namespace         = "acme"
  title             = "For partners"
  description       = "Ask for one and you have asked for all."
  visibility        = "public"
  theme             = "blue"
  position          = 0
  resource_group_id = "9456380fe6a047f347f4447f"

  gating = {
    mode = "manual"

    notifications = {
      mode  = "bulk"
      email = "models@example.com"
    }
  }

  items = [
    { type = "model", id = huggingface_model.chat.id },
  ]
}
