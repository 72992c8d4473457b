# `service` and the scopes are what the registry asks for in `WWW-Authenticate`.
ephemeral "huggingface_registry_token" "pull" {
  service = "registry.example"
  scopes  = ["repository:acme/image:pull"]
}
