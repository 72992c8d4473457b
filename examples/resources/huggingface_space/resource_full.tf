# A Gradio app on two GPUs, with what it reads mounted into it.
resource "huggingface_space" "full" {
  namespace         = "acme"
  name              = "full"
  title             = "Chat with our model"
  short_description = "What customers try first"
  license           = "apache-2.0"
  visibility        = "protected"
  region            = "eu"
  resource_group_id = "9456380fe6a047f347f4447f"

  sdk         = "gradio"
  sdk_version = "5.49.1"
  hardware    = "t4-small"
  replicas    = 2
  sleep_time  = 3600
  paused      = false
  dev_mode    = false

  variables = {
    MODEL = "acme/acme-chat"
  }

  volumes = [{
    type       = "model"
    source     = "acme/acme-chat"
    revision   = "main"
    path       = "tokenizer"
    mount_path = "/tokenizer"
    read_only  = true
  }]

  overwrite = false
  files = {
    "app.py" = "import gradio as gr\n\ngr.Interface(str, \"text\", \"text\").launch()\n"
  }

  wait_for_ready = true
  timeouts = {
    create = "45m"
    update = "45m"
    delete = "10m"
  }
}
