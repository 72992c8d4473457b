import {
  to = huggingface_repo_branch.next
  id = "acme/acme-chat/branch/release/next"
}
