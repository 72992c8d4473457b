# By namespace and name:
terraform import huggingface_endpoint.embeddings acme/embeddings
