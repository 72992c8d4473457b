locals {
  machine  = { instance_type = "nvidia-l4", vendor = "gcp", region = "us-east4" }
  replicas = { min_replica = 0, max_replica = 3 }
}

data "huggingface_hourly_cost" "this" {
  endpoints = {
    chat = merge(local.machine, local.replicas)
  }

  spaces = {
    demo = { hardware = "t4-small", sleep_time = 3600 }
  }

  jobs = {
    nightly = { flavor = "a10g-small" }
  }
}

output "hourly_cost" {
  value = data.huggingface_hourly_cost.this.table
}
