variable "openai_api_key" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# A Docker Space on a GPU that sleeps after an hour without visitors.
resource "huggingface_space" "gpu" {
  namespace  = "acme"
  name       = "gpu"
  sdk        = "docker"
  hardware   = "t4-small"
  sleep_time = 3600
  visibility = "private"

  variables = {
    MODEL = "Qwen/Qwen3-0.6B"
  }

  secrets_wo = {
    OPENAI_API_KEY = var.openai_api_key
  }
  # Change it to send the secrets again.
  secrets_wo_version = 1
}
