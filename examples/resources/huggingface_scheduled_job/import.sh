# By namespace and id:
terraform import huggingface_scheduled_job.evaluate acme/553e97482dcbb650d26f5674
