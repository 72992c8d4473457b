# By namespace/name, or by the address of its page on the Hub:
terraform import huggingface_bucket.checkpoints acme/checkpoints
