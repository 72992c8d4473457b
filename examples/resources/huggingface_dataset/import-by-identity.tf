import {
  to = huggingface_dataset.prices
  identity = {
    repository_id = "2ed112f2fc4fe2beb036f0c9"
  }
}
