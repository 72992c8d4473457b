resource "huggingface_space_variable" "model" {
  space       = "acme/demo" # Or `huggingface_space.demo.id`.
  key         = "MODEL"
  value       = "Qwen/Qwen3-0.6B"
  description = "What the app serves"
}
