# By id, or by the address of its page on the Hub:
terraform import huggingface_webhook.models 0c2d3fa559fe34dd80350f7c
