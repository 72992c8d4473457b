# By Space and key. The value is sent again by the next apply.
terraform import huggingface_space_secret.api_key acme/demo/API_KEY
