resource "huggingface_model" "chat" {
  namespace  = "acme"
  name       = "acme-chat"
  visibility = "public"
  gated      = "manual"
}

# Those who see the files without having asked.
resource "huggingface_repo_access_grant" "partners" {
  for_each   = toset(["alice", "bob"])
  repository = huggingface_model.chat.id
  user       = each.key
}
