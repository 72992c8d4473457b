variable "database_password" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# Every night at 2:30 UTC.
resource "huggingface_scheduled_job" "nightly" {
  namespace         = "acme"
  schedule          = "30 2 * * *"
  suspended         = false
  concurrency       = false
  resource_group_id = "9456380fe6a047f347f4447f"

  image           = "python:3.12"
  flavor          = "a10g-small"
  arch            = "amd64"
  command         = ["python"]
  arguments       = ["/code/train.py", "--out", "/checkpoints"]
  timeout_seconds = 7200
  attempts        = 2

  variables = {
    EPOCHS = "3"
  }

  secrets_wo = {
    DATABASE_PASSWORD = var.database_password
  }
  secrets_wo_version = 1 # Raise it to send the secrets again.

  volumes = [
    { type = "model", source = "acme/acme-chat", revision = "main", path = "code", mount_path = "/code" },
    { type = "bucket", source = "acme/checkpoints", mount_path = "/checkpoints", read_only = false },
  ]

  # A page that shows how far it is
  expose = {
    ports        = [8080]
    public_ports = [8080]
  }

  network = {
    group   = "training"
    aliases = ["trainer"]
  }

  labels = {
    name = "nightly-training"
  }
}
