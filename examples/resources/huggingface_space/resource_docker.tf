variable "database_password" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

resource "huggingface_endpoint" "model" {
  namespace = "acme"
  name      = "model"

  model = {
    repository = "sentence-transformers/all-MiniLM-L6-v2"
  }

  compute = {
    instance_type = "intel-spr"
  }
}

# A Docker Space whose settings come from another resource.
resource "huggingface_space" "app" {
  namespace = "acme"
  name      = "app"
  sdk       = "docker"
  license   = "apache-2.0"

  variables = {
    ENDPOINT_URL = huggingface_endpoint.model.url
  }

  secrets_wo = {
    DATABASE_PASSWORD = var.database_password
  }
  # Change it to send the secrets again.
  secrets_wo_version = 1

  volumes = [
    { type = "model", source = "acme/tokenizer", mount_path = "/tokenizer" },
    { type = "bucket", source = "acme/uploads", mount_path = "/uploads" },
  ]

  files = {
    "Dockerfile" = <<-EOT
      FROM python:3.13-slim
      COPY main.py .
      CMD ["python", "main.py"]
    EOT
    "main.py"    = "import os; print(os.environ['ENDPOINT_URL'])\n"
  }
}
