# The page of the webhook in the settings shows the ids of its events.
action "huggingface_webhook_replay" "missed" {
  config {
    webhook = "6531a1b2c3d4e5f60718293a"
    log_id  = "6531a1b2c3d4e5f60718293b"
  }
}
