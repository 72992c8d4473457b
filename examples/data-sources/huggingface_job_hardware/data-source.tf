data "huggingface_job_hardware" "all" {}

# US dollars per hour of each kind of hardware.
output "prices" {
  value = {
    for one in data.huggingface_job_hardware.all.hardware :
    one.name => one.price_per_hour
  }
}
