# Every Monday at 3:00 UTC.
resource "huggingface_scheduled_job" "evaluate" {
  namespace = "acme"
  schedule  = "0 3 * * 1"

  flavor  = "cpu-basic"
  image   = "python:3.12"
  command = ["python", "-c", "print('evaluated')"]

  labels = {
    name = "weekly-evaluation"
  }
}
