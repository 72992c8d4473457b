terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

variable "members" {
  description = "Who belongs to which team, with which role"
  type        = map(map(string))
  default = {
    research = { alice = "admin", bob = "read" }
    product  = { alice = "write" }
  }
}

variable "monthly_cents" {
  description = "What a team may spend in a month, in US cents"
  type        = number
  default     = 200000
}

provider "huggingface" {
  namespace = "acme"
}

# A group for each team, and what it may spend
resource "huggingface_resource_group" "team" {
  for_each = var.members

  name = each.key

  spend_limits = {
    total_cents     = var.monthly_cents
    endpoints_cents = var.monthly_cents / 2
  }
}

# These are in it, and nobody else
resource "huggingface_resource_group_members" "team" {
  for_each = var.members

  resource_group_id = huggingface_resource_group.team[each.key].resource_group_id

  members = [
    for username, role in each.value : { username = username, role = role }
  ]
}

# In the organization everybody sees what groups allow, and nothing else
resource "huggingface_organization_member" "all" {
  for_each = toset(flatten([for team in var.members : keys(team)]))

  username        = each.key
  role            = "no_access"
  role_on_destroy = "read"
}

# A pipeline is no person
resource "huggingface_service_account" "pipeline" {
  name        = "pipeline"
  description = "Publishes what the teams have trained"
}

# Its token ends with the run and is in no state
ephemeral "huggingface_service_account_token" "pipeline" {
  service_account_id = huggingface_service_account.pipeline.service_account_id
  permissions        = ["repo.write"]
}

provider "huggingface" {
  alias     = "pipeline"
  namespace = "acme"
  token     = ephemeral.huggingface_service_account_token.pipeline.token
}

# A model of each team, made by the pipeline
resource "huggingface_model" "team" {
  for_each = var.members
  provider = huggingface.pipeline

  name              = "${each.key}-chat"
  visibility        = "private"
  resource_group_id = huggingface_resource_group.team[each.key].resource_group_id
  on_destroy        = "delete"
}

# What serves it
resource "huggingface_endpoint" "research" {
  name = "research-chat"

  model = {
    repository = huggingface_model.team["research"].id
    framework  = "pytorch"
    image      = { huggingface = {} }
  }

  compute = {
    instance_type = "intel-spr"
    scaling       = { min_replica = 0, max_replica = 1 }
  }
}
