variable "release" {
  description = "The version that production serves: a tag, branch or commit of the model."
  type        = string
  default     = "main"
}

resource "huggingface_model" "chat" {
  namespace = "acme"
  name      = "acme-chat"
}

data "huggingface_repo_revision" "release" {
  repository = huggingface_model.chat.id
  revision   = var.release
}

# Another commit is another endpoint: it has to run before the output leads to
# it, and only then is the one before destroyed.
resource "huggingface_endpoint" "chat" {
  namespace = huggingface_model.chat.namespace
  name      = "chat-${substr(data.huggingface_repo_revision.release.commit, 0, 8)}"
  cloud     = { vendor = "aws", region = "us-east-1" }

  model = {
    repository = huggingface_model.chat.id
    revision   = data.huggingface_repo_revision.release.commit
  }

  compute = {
    instance_type = "intel-spr"
  }

  lifecycle {
    create_before_destroy = true

    # A create that does not get ready ends with a warning: this stops Terraform
    # before it destroys the one that serves.
    postcondition {
      condition     = self.status == "running"
      error_message = "${self.name} is ${self.status}. Production stays where it is: promote another version."
    }
  }
}

# What callers are given: a DNS record, a gateway, a parameter of theirs.
output "url" {
  value = huggingface_endpoint.chat.url
}
