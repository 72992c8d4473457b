resource "huggingface_endpoint" "chat" {
  name  = "chat"
  model = { repository = "acme/acme-chat" }
  compute = {
    instance_type = "intel-spr"
  }
}

data "huggingface_endpoint_replicas" "chat" {
  endpoint = huggingface_endpoint.chat.id
}

# Not ready yet: by the name of what the API says of them.
output "starting" {
  value = {
    for replica in data.huggingface_endpoint_replicas.chat.replicas :
    replica.id => replica.stage if !replica.live
  }
}
