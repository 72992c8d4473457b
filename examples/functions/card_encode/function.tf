output "card" {
  value = provider::huggingface::card_encode(
    {
      license      = "mit"
      pipeline_tag = "text-generation"
    },
    "# A model\n"
  )
}
