# What is in it is added on its page.
resource "huggingface_collection" "reading" {
  title = "To read"
}
