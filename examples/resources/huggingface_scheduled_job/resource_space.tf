# Every Sunday, with the code and the packages of a Space.
resource "huggingface_scheduled_job" "report" {
  namespace = "acme"
  schedule  = "@weekly"

  flavor  = "cpu-basic"
  space   = "acme/report"
  command = ["python", "report.py"]
}
