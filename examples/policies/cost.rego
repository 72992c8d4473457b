# What may cost money, for a plan in JSON:
#
#   terraform plan -out=plan.out
#   terraform show -json plan.out > plan.json
#   opa eval --data cost.rego --input plan.json data.terraform.huggingface.deny
#
# In HCP Terraform, the query of the policy is `data.terraform.huggingface.deny`.
package terraform.huggingface

import rego.v1

approved_instance_types := {"intel-spr", "nvidia-t4", "nvidia-l4"}

approved_job_hardware := {"cpu-basic", "cpu-upgrade", "t4-small"}

free_hardware := {"cpu-basic", "zero-a10g", "zerogpu"}

max_hourly_cost := 20

# HCP Terraform wraps the plan.
plan := object.get(input, "plan", input)

# Resources that are there after the apply, and data sources that it reads.
planned contains [change.type, change.address, change.change.after] if {
	some change in plan.resource_changes
	change.change.after != null
}

# Data sources that the plan has read, in all modules, unless it destroys all.
planned contains [resource.type, resource.address, resource.values] if {
	some change in plan.resource_changes
	change.change.after != null
	walk(plan.prior_state.values, [_, resource])
	resource.mode == "data"
}

# Actions that run with the apply.
planned contains [action.type, action.address, action.config_values] if {
	some action in plan.action_invocations
}

# The jobs of webhooks, which events start.
planned contains ["huggingface_job_run", change.address, job] if {
	some change in plan.resource_changes
	change.type == "huggingface_webhook"
	change.change.after != null
	job := object.get(change.change.after, "job", {})
	job != null
}

# What has to be known: what a plan does not know yet is missing in its values.
needed := {
	"huggingface_endpoint": ["compute.instance_type", "compute.scaling.min_replica"],
	"huggingface_scheduled_job": ["flavor"],
	"huggingface_job_run": ["flavor"],
	"huggingface_hourly_cost": ["most"],
}

deny contains message if {
	some [type, address, values] in planned
	some path in needed[type]
	object.get(values, split(path, "."), "unknown") == "unknown"
	message := sprintf("%s: %s is only known after apply", [address, path])
}

deny contains message if {
	some ["huggingface_endpoint", address, values] in planned
	not values.compute.instance_type in approved_instance_types
	message := sprintf("%s: %s is no approved instance type", [address, values.compute.instance_type])
}

deny contains message if {
	some ["huggingface_endpoint", address, values] in planned
	not values.paused
	values.compute.scaling.min_replica != 0
	message := sprintf("%s: it does not scale to zero", [address])
}

deny contains message if {
	some ["huggingface_space", address, values] in planned
	not values.hardware in free_hardware
	not values.sdk == "static"
	not object.get(values, "sleep_time", -1) > 0
	message := sprintf("%s: a Space on %v needs a sleep_time", [address, values.hardware])
}

# A template leaves the hardware open; it is free if the configuration has none.
deny contains message if {
	some ["huggingface_space", address, values] in planned
	object.get(values, "hardware", "unknown") == "unknown"
	not object.get(values, "sleep_time", -1) > 0
	walk(plan.configuration, [_, block])
	indexof(address, block.address) >= 0
	block.expressions.hardware
	message := sprintf("%s: hardware is only known after apply", [address])
}

deny contains message if {
	some [type, address, values] in planned
	type in {"huggingface_scheduled_job", "huggingface_job_run"}
	not values.flavor in approved_job_hardware
	message := sprintf("%s: %s is no approved hardware for a job", [address, values.flavor])
}

deny contains message if {
	some ["huggingface_hourly_cost", address, values] in planned
	values.most > max_hourly_cost
	message := sprintf("%s: %v US dollars an hour, at most %v are allowed", [address, values.most, max_hourly_cost])
}

# The sum is without what has no price.
deny contains message if {
	some ["huggingface_hourly_cost", address, values] in planned
	some name in values.unpriced
	message := sprintf("%s: the price of %s is not known", [address, name])
}
