variable "database_password" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# A container of your own, with a secret that Terraform does not keep.
resource "huggingface_endpoint" "custom" {
  name = "custom"

  model = {
    repository = "acme/ranker"

    secrets_wo = {
      DATABASE_PASSWORD = var.database_password
    }
    # Raise it to send the secrets again.
    secrets_wo_version = 1

    image = {
      custom = {
        url          = "ghcr.io/acme/ranker:1.4.0"
        port         = 8080
        health_route = "/health"
      }
    }
  }

  compute = {
    instance_type = "intel-spr"
    instance_size = "x2"
  }
}
