variable "release" {
  description = "The version that production serves: a tag, branch or commit of the model."
  type        = string
  default     = "main"
}

resource "huggingface_model" "chat" {
  namespace = "acme"
  name      = "acme-chat"
}

# The commit of the version, looked up at plan: what reviewers approve.
data "huggingface_repo_revision" "release" {
  repository = huggingface_model.chat.id
  revision   = var.release
}

# The tag `production` shows everybody on the Hub what is served.
resource "huggingface_repo_tag" "production" {
  repository = huggingface_model.chat.id
  name       = "production"
  revision   = data.huggingface_repo_revision.release.commit
}

# The endpoint follows in place, and keeps its URL.
resource "huggingface_endpoint" "chat" {
  namespace = huggingface_model.chat.namespace
  name      = "acme-chat"

  model = {
    repository = huggingface_model.chat.id
    revision   = huggingface_repo_tag.production.commit
  }

  compute = {
    instance_type = "intel-spr"
  }
}

# A push to the model starts the pipeline that plans.
resource "huggingface_webhook" "pipeline" {
  watched = [{ type = "model", name = huggingface_model.chat.id }]
  domains = ["repo"]
  url     = "https://ci.example.com/plan"
}

output "url" {
  value = huggingface_endpoint.chat.url
}
