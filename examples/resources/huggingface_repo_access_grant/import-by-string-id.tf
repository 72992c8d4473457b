import {
  to = huggingface_repo_access_grant.alice
  id = "acme/acme-chat/access/alice"
}
