# By slug, or by the address of its page on the Hub:
terraform import huggingface_collection.ours acme/what-we-build-on-5fdd638207c94ec1661e456e
