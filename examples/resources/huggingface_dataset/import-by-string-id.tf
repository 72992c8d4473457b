import {
  to = huggingface_dataset.prices
  id = "acme/prices"
}
