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

free_hardware := {"cpu-basic", "zero-a10g"}

max_hourly_cost := 20

# HCP Terraform wraps the plan.
plan := object.get(input, "plan", input)

# Resources of a type that are there after the apply.
planned contains resource if {
	some resource in plan.resource_changes
	resource.mode == "managed"
	resource.change.after != null
}

deny contains message if {
	some resource in planned
	resource.type == "huggingface_endpoint"
	instance_type := resource.change.after.compute.instance_type
	not instance_type in approved_instance_types
	message := sprintf("%s: %s is no approved instance type", [resource.address, instance_type])
}

deny contains message if {
	some resource in planned
	resource.type == "huggingface_endpoint"
	not resource.change.after.paused
	resource.change.after.compute.scaling.min_replica > 0
	message := sprintf("%s: it does not scale to zero", [resource.address])
}

deny contains message if {
	some resource in planned
	resource.type == "huggingface_space"
	hardware := object.get(resource.change.after, "hardware", null)
	hardware != null
	not hardware in free_hardware
	object.get(resource.change.after, "sleep_time", -1) < 1
	message := sprintf("%s: a Space on %s needs a sleep_time", [resource.address, hardware])
}

# The data source `huggingface_hourly_cost` is read in the plan.
deny contains message if {
	some resource in plan.prior_state.values.root_module.resources
	resource.type == "huggingface_hourly_cost"
	resource.values.most > max_hourly_cost
	message := sprintf("%s: %v US dollars an hour, at most %v are allowed", [
		resource.address,
		resource.values.most,
		max_hourly_cost,
	])
}
