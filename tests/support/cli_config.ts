/** The provider's source address without a host. */
export const providerAddress = "hf-terraform/huggingface";
