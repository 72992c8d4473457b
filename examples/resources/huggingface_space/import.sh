# By namespace and name:
terraform import huggingface_space.demo acme/demo
