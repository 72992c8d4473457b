# By namespace and id:
terraform import huggingface_scheduled_job.evaluate acme/6531a1b2c3d4e5f60718293a
