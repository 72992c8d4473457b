locals {
  card = provider::huggingface::card_decode(<<-EOT
    ---
    license: mit
    tags: [text-generation]
    ---

    # A model
  EOT
  )
}

# "mit"
output "license" {
  value = local.card.metadata.license
}
