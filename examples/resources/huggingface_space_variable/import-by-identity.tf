import {
  to = huggingface_space_variable.model
  identity = {
    space_id = "2ed112f2fc4fe2beb036f0c9"
    key      = "MODEL"
  }
}
