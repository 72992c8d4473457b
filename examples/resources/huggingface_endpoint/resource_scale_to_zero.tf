# A chat model on vLLM that costs nothing after an hour without requests.
resource "huggingface_endpoint" "chat" {
  namespace = "acme"
  name      = "chat"
  type      = "authenticated"

  cloud = {
    vendor = "aws"
    region = "us-east-1"
  }

  model = {
    repository = "Qwen/Qwen3-8B"
    revision   = "main"
    task       = "text-generation"

    variables = {
      HF_HUB_ENABLE_HF_TRANSFER = "1"
    }

    image = {
      vllm = {
        url   = "vllm/vllm-openai:v0.19.1"
        extra = jsonencode({ maxModelLen = 8192 })
      }
    }
  }

  compute = {
    instance_type = "nvidia-l4"

    scaling = {
      min_replica           = 0
      max_replica           = 2
      scale_to_zero_timeout = 60
    }
  }

  tags = ["chat", "production"]

  timeouts = {
    create = "45m"
  }
}
