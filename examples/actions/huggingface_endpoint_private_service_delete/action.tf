action "huggingface_endpoint_private_service_delete" "left_behind" {
  config {
    namespace          = "acme"
    private_service_id = "6531a1b2c3d4e5f60718293a"
  }
}
