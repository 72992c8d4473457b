import {
  to = huggingface_space_variable.model
  id = "acme/demo/MODEL"
}
