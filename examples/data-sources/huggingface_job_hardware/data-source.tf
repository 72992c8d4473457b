data "huggingface_job_hardware" "all" {}

# US dollars per hour of each kind of hardware.
output "prices" {
  value = {
    for name, one in data.huggingface_job_hardware.all.hardware :
    name => one.price_per_hour
  }
}
