# A Gradio app, with the little code it needs.
resource "huggingface_space" "demo" {
  name = "demo"
  sdk  = "gradio"

  files = {
    "app.py" = <<-EOT
      import gradio as gr

      gr.Interface(lambda name: f"Hello {name}", "text", "text").launch()
    EOT
  }
}
