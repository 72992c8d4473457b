resource "huggingface_space" "stored" {
  name = "stored"
  sdk  = "docker"
}

# Stored in the state, where Terraform is older than 1.11.
resource "huggingface_space_secret" "session" {
  space       = huggingface_space.stored.id
  key         = "SESSION_KEY"
  value       = "correct horse battery staple"
  description = "Signs the cookies"
}
