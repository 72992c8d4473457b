# JupyterLab, from a template: the template says what runs it.
resource "huggingface_space" "notebook" {
  name       = "notebook"
  template   = "SpacesExamples/jupyterlab"
  visibility = "private"
  title      = "Notebook of the team"
}
