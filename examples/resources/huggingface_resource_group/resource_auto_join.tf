# Every member of the organization may read what belongs to it.
resource "huggingface_resource_group" "handbook" {
  organization = "acme"
  name         = "handbook"

  auto_join = {
    role  = "read"
    scope = "all"
  }
}
