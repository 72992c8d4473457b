data "huggingface_collection" "ours" {
  namespace = "acme"
  title     = "What we build on"
}

output "papers" {
  value = [
    for item in data.huggingface_collection.ours.items : item.id
    if item.type == "paper"
  ]
}
