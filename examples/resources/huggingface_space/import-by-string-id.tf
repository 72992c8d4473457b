import {
  to = huggingface_space.demo
  id = "acme/demo"
}
