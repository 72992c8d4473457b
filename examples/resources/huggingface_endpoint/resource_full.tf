variable "registry_password" {
  description = "Never stored: write-only arguments are in no plan or state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# A container of a private registry, which scales by the requests that wait and
# is reached only over AWS PrivateLink.
resource "huggingface_endpoint" "internal" {
  namespace            = "acme"
  name                 = "internal"
  type                 = "private"
  paused               = false
  cache_http_responses = true

  cloud = {
    vendor = "aws"
    region = "us-east-1"
  }

  # The address of the endpoint can be reached only from this AWS account.
  private_service = {
    account_id = "123456789012"
    region     = "us-east-1"
    shared     = true
  }
  # Terraform runs outside that network.
  wait_for_ready  = true
  wait_for_health = false

  model = {
    repository = "acme/acme-chat"
    revision   = "main"
    task       = "text-generation"
    framework  = "custom"
    command    = ["/usr/bin/serve"]
    args       = ["--model", "/repository"]

    image = {
      custom = {
        url          = "registry.example.com/acme/serve:1.4.0"
        port         = 8080
        health_route = "/health"

        credentials = {
          username            = "terraform"
          password_wo         = var.registry_password
          password_wo_version = "1" # Change it to send the password again.
        }
      }
    }
  }

  compute = {
    accelerator   = "gpu"
    instance_type = "nvidia-l4"
    instance_size = "x1"

    scaling = {
      min_replica = 1
      max_replica = 4

      # One more replica for every 20 requests that wait; or `hardware_usage`,
      # in percent.
      measure = {
        pending_requests = 20
      }
    }
  }

  experimental_features = {
    skip_repo_download = false

    kv_router = {
      tag = "1.0.0"
    }
  }

  timeouts = {
    create = "45m"
    update = "45m"
    delete = "10m"
  }
}
