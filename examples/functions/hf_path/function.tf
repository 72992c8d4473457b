# "hf://datasets/acme/prices@v1/train.csv"
output "training_data" {
  value = provider::huggingface::hf_path("datasets/acme/prices", "v1", "train.csv")
}
