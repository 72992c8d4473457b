# By Space and key:
terraform import huggingface_space_variable.model acme/demo/MODEL
