variable "api_key" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

resource "huggingface_space_secret" "api_key" {
  space            = "acme/demo" # Or `huggingface_space.demo.id`.
  key              = "API_KEY"
  value_wo         = var.api_key
  value_wo_version = 1
}
