# By repository, branch and the path of each file, or by the address of the page
# on the Hub with the paths after it:
terraform import huggingface_repo_files.card 'acme/acme-chat/tree/main?path=LICENSE.txt&path=generation_config.json&path=logo.ico'
