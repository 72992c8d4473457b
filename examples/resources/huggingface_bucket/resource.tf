# `terraform destroy` refuses to delete it while it holds files.
resource "huggingface_bucket" "checkpoints" {
  namespace   = "acme"
  name        = "checkpoints"
  description = "Checkpoints of the training runs"
}
