resource "huggingface_bucket" "logs" {
  name = "logs"
}
