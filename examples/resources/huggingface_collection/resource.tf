# A page with what the team uses, in this order.
resource "huggingface_collection" "ours" {
  namespace   = "acme"
  title       = "What we build on"
  description = "Papers behind our models."
  visibility  = "public"
  theme       = "green"

  items = [
    { type = "paper", id = "1706.03762", note = "Where it began." },
    { type = "paper", id = "2010.11929" },
  ]
}
