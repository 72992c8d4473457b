# Every Space of the namespace that sleeps, over all pages.
data "huggingface_spaces" "asleep" {
  namespace = "acme"
  stages    = ["SLEEPING"]
}

output "asleep" {
  value = data.huggingface_spaces.asleep.names
}
