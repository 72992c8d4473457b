resource "huggingface_dataset" "prices" {
  namespace = "acme"
  name      = "prices"
}

# Every file of a local folder, on a branch of its own.
resource "huggingface_repo_branch" "next" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  name            = "next"
}

resource "huggingface_repo_files" "tables" {
  repository      = huggingface_dataset.prices.id
  repository_type = "dataset"
  branch          = huggingface_repo_branch.next.name

  files_base64 = {
    for name in fileset("${path.module}/tables", "*.csv") :
    "data/${name}" => filebase64("${path.module}/tables/${name}")
  }
  files = {
    "data/.gitkeep" = ""
  }

  commit_message = "Tables of the day"
  overwrite      = true
}
