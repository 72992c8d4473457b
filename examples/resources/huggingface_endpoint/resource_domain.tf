# An address of your own, which the namespace has: DNS leads the domain to the
# endpoint.
resource "huggingface_endpoint" "search" {
  namespace = "acme"
  name      = "search"
  type      = "public"

  model = {
    repository = "sentence-transformers/all-MiniLM-L6-v2"
    task       = "sentence-embeddings"
  }

  compute = {
    instance_type = "intel-spr"
  }

  route = {
    domain = "api.example.com"
    path   = "/search"
  }
}
