# An endpoint that is pinned to the commit of a tag moves when the tag does, in
# a plan that somebody has reviewed.
resource "huggingface_model" "chat" {
  namespace = "acme"
  name      = "acme-chat"
}

data "huggingface_repo_revision" "release" {
  repository = huggingface_model.chat.id
  revision   = "v1"
}

output "commit" {
  value = data.huggingface_repo_revision.release.commit
}
