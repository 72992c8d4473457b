# The least that makes an endpoint: a name, a model and a machine.
resource "huggingface_endpoint" "embeddings" {
  name = "embeddings"

  model = {
    repository = "sentence-transformers/all-MiniLM-L6-v2"
  }

  compute = {
    instance_type = "intel-spr"
  }
}
