import {
  to = huggingface_repo_tag.v1
  id = "acme/acme-chat/tag/v1.0"
}
