# Evaluates a model each time that its endpoint has changed.
action "huggingface_job_run" "evaluate" {
  config {
    namespace = "acme"
    flavor    = "cpu-basic"
    image     = "python:3.12"
    command   = ["python", "-c", "print('evaluated')"]
  }
}
