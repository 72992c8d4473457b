# Private and empty; `terraform destroy` leaves it where it is.
resource "huggingface_model" "experiment" {
  name = "experiment"
}
