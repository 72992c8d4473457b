data "huggingface_space_hardware" "all" {}

output "gpus" {
  value = {
    for hardware in data.huggingface_space_hardware.all.hardware :
    hardware.name => "${hardware.price_per_hour} dollars an hour"
    if hardware.accelerator == "gpu"
  }
}
