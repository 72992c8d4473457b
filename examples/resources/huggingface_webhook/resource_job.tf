variable "hub_token" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# Each commit to a model is evaluated by a job. Every run of it is billed.
resource "huggingface_webhook" "evaluate" {
  watched = [{ type = "model", name = "acme/acme-chat" }]
  domains = ["repo"]
  enabled = true

  job = {
    image           = "python:3.12"
    flavor          = "t4-small"
    command         = ["python", "/code/evaluate.py"]
    timeout_seconds = 1800
    attempts        = 1

    variables = {
      SUITE = "short"
    }

    secrets_wo = {
      HUB_TOKEN = var.hub_token
    }
    secrets_wo_version = 1 # Raise it to send the secrets again.

    volumes = [
      { type = "model", source = "acme/acme-chat", mount_path = "/code" },
    ]

    labels = {
      name = "evaluation"
    }
  }
}

# A copy of a job that has run before: its id is on its page.
resource "huggingface_webhook" "again" {
  watched = [{ type = "dataset", name = "acme/prices" }]
  domains = ["repo"]
  job_id  = "6531a1b2c3d4e5f60718293a"
}
