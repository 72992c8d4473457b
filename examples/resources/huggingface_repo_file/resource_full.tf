resource "huggingface_space" "demo" {
  namespace = "acme"
  name      = "demo"
  sdk       = "static"
}

# A picture on a branch of a Space.
resource "huggingface_repo_branch" "next" {
  repository      = huggingface_space.demo.id
  repository_type = "space"
  name            = "next"
}

resource "huggingface_repo_file" "icon" {
  repository      = huggingface_space.demo.id
  repository_type = "space"
  branch          = huggingface_repo_branch.next.name
  path            = "favicon.ico"
  content_base64  = "aWNvbgo="
  commit_message  = "Add the icon"
}
