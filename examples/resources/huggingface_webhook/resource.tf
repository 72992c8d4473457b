variable "webhook_secret" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# Called when a model of the organization, or its discussions, change.
resource "huggingface_webhook" "models" {
  watched = [
    { type = "org", name = "acme" },
    { type = "model", name = "openai-community/gpt2" },
  ]
  domains = ["repo", "discussion"]
  url     = "https://ci.example.com/hugging-face"

  secret_wo         = var.webhook_secret
  secret_wo_version = "1" # Change it to send the secret again.
}
