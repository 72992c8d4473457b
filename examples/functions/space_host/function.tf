# "acme-demo.hf.space"
output "host" {
  value = provider::huggingface::space_host("acme/demo")
}
