terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

# The token comes from HF_TOKEN, or from the file of `hf auth login`.
provider "huggingface" {
  # Who owns what is created here; by default the user of the token.
  namespace = "acme"

  # Where endpoints run that do not say so themselves.
  cloud = {
    vendor = "aws"
    region = "us-east-1"
  }
}
