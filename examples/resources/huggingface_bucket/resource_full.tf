# Stored in Europe, with copies near to those who read them.
resource "huggingface_bucket" "uploads" {
  namespace         = "acme"
  name              = "uploads"
  description       = "What customers upload"
  visibility        = "private"
  region            = "eu"
  resource_group_id = "9456380fe6a047f347f4447f"

  cdn = [
    { provider = "aws", region = "us" },
    { provider = "gcp", region = "eu" },
  ]

  # "delete" deletes it with all its files, which nobody can undo.
  on_destroy = "delete_if_empty"
}
