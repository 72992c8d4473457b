list "huggingface_webhook" "all" {
  provider = huggingface
}
