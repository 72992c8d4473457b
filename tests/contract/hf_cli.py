"""The `hf` command line, each command tried on the sandbox.

A line is `setup > command > what it must print`. `{id}` is what the setup
made. The commands run in this process, as `hf` itself starts them.
"""

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

import click
from click.testing import CliRunner
from huggingface_hub import HfApi, Volume, constants, login
from huggingface_hub.cli.hf import app

from judge import URL, bucket_file, check, main, wait_until

constants.INFERENCE_ENDPOINTS_ENDPOINT = f"{URL}/v2"
constants.INFERENCE_CATALOG_ENDPOINT = f"{URL}/api/v1/catalog"
api = HfApi()
CARD = b"---\nlicense: mit\n---\n# Demo\n"

OUTSIDE = {
    "datasets leaderboard": "no part of infrastructure",
    "datasets parquet": "another host answers: datasets-server",
    "datasets sql": "another host answers: datasets-server",
    "extensions exec": "GitHub answers",
    "extensions install": "GitHub answers",
    "extensions remove": "GitHub answers",
    "extensions search": "GitHub answers",
    "extensions update": "GitHub answers",
    "jobs scheduled uv run": "uploads its script with the Xet protocol",
    "jobs ssh": "needs SSH",
    "jobs uv run": "uploads its script with the Xet protocol",
    "lfs-multipart-upload": "git starts it",
    "papers info": "no part of infrastructure",
    "papers list": "no part of infrastructure",
    "papers read": "no part of infrastructure",
    "papers search": "no part of infrastructure",
    "skills add": "GitHub answers",
    "skills list": "GitHub answers",
    "skills update": "GitHub answers",
    "spaces hot-reload": "opens an editor",
    "spaces ssh": "needs SSH",
    "spaces search": "no part of infrastructure",
    "update": "PyPI answers",
    **{
        f"discussions {name}": "what people say to each other"
        for name in "close comment edit rename reopen".split()
    },
    **{
        f"sandbox {name}": "runs on Jobs with a tunnel of its own"
        for name in "cp,create,exec,pool create,process kill,process ls,spawn".split(",")
    },
}


def model():
    api.create_repo("acme/demo")
    api.upload_file(path_or_fileobj=CARD, path_in_repo="README.md", repo_id="acme/demo")


def snapshot():
    model()
    api.snapshot_download("acme/demo")


def bucket_and_space():
    space()
    api.create_bucket("acme/b")


def volume():
    bucket_and_space()
    api.set_space_volumes("acme/app", [Volume(type="bucket", source="acme/b", mount_path="/b")])


def dataset():
    api.create_repo("acme/data", repo_type="dataset")
    api.upload_file(
        path_or_fileobj=CARD, path_in_repo="README.md", repo_id="acme/data", repo_type="dataset"
    )


def space():
    api.create_repo("acme/app", repo_type="space", space_sdk="gradio")
    api.upload_file(
        path_or_fileobj=b"x", path_in_repo="app.py", repo_id="acme/app", repo_type="space"
    )
    wait_until(lambda: api.get_space_runtime("acme/app").stage == "RUNNING")


def paid_space():
    space()
    api.request_space_hardware("acme/app", "t4-small")


def keys():
    space()
    api.add_space_secret("acme/app", "A", "b")
    api.add_space_variable("acme/app", "C", "d")


def branch():
    model()
    api.create_branch("acme/demo", branch="dev")


def tag():
    model()
    api.create_tag("acme/demo", tag="v1")


def discussion():
    model()
    return api.create_discussion("acme/demo", title="What", description="Why").events[0].id


def pull_request():
    model()
    api.upload_file(
        path_or_fileobj=b"x", path_in_repo="x.txt", repo_id="acme/demo", create_pr=True
    )


def collection():
    model()
    return api.create_collection("What we use", namespace="acme").slug


def item():
    slug = collection()
    made = api.add_collection_item(slug, "acme/demo", "model")
    return f"{slug} {made.items[0].item_object_id}"


def webhook():
    return api.create_webhook(
        url="https://example.com/hook", watched=[{"type": "org", "name": "acme"}], domains=["repo"]
    ).id


def bucket():
    api.create_bucket("acme/b")


def filled():
    bucket()
    bucket_file("acme/b", "x.txt")


def two_buckets():
    filled()
    api.create_bucket("acme/c")


def checkout():
    folder = f"{os.environ['HF_HOME']}/checkout"
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    return folder


def without_token():
    os.environ.pop("HF_TOKEN")


def logged_in():
    without_token()
    login(token="hf_alice", skip_if_logged_in=False)


def endpoint():
    api.create_inference_endpoint(
        "demo",
        repository="gpt2",
        framework="pytorch",
        task="text-generation",
        accelerator="gpu",
        vendor="aws",
        region="us-east-1",
        instance_size="x1",
        instance_type="nvidia-l4",
        namespace="acme",
    ).wait(timeout=10, refresh_every=0.05)


def paused():
    endpoint()
    api.pause_inference_endpoint("demo", namespace="acme")


def job():
    return api.run_job(
        image="python:3.12", command=["true"], flavor="cpu-basic", namespace="acme"
    ).id


def scheduled():
    return api.create_scheduled_job(
        image="python:3.12", command=["true"], schedule="@daily", namespace="acme"
    ).id


def nothing():
    return None


COMMANDS = """
nothing > auth whoami > sandbox
nothing > auth token > hf_sandbox
without_token > auth login --token hf_alice --force > .*
logged_in > auth list > sandbox
logged_in > auth switch --token-name sandbox > .*
logged_in > auth logout --token-name sandbox > .*
checkout > lfs-enable-largefiles {id} > set up
nothing > version > 2
nothing > env > version
nothing > skills preview > hf
nothing > extensions list > .
nothing > repos create acme/demo --private > acme/demo
nothing > repos create acme/app --type space --sdk gradio --flavor cpu-basic > acme/app
nothing > repos create acme/eu --region eu --type dataset > acme/eu
model > repos create acme/demo --exist-ok > acme/demo
model > repos delete acme/demo --yes > acme/demo
model > repos move acme/demo acme/other > acme/other
model > repos settings acme/demo --private --gated auto > acme/demo
model > repos duplicate acme/demo acme/copy > acme/copy
space > repos duplicate acme/app acme/copy --type space > acme/copy
model > repos delete-files acme/demo README.md > .
model > repos list --namespace acme > acme/demo
model > repos list --namespace acme --search none > .
model > repos cp hf://acme/demo/README.md {folder}/x.md > .
model > repos branch create acme/demo dev > dev
branch > repos branch delete acme/demo dev > dev
model > repos tag create acme/demo v1 -m Why > v1
tag > repos tag list acme/demo > v1
tag > repos tag delete acme/demo v1 --yes > v1
model > models list --author acme --no-truncate > acme/demo
model > models list --author acme --sort created_at --limit 1 --no-truncate > acme/demo
model > models list acme/demo > README.md
model > models list acme/demo --tree > README.md
model > models info acme/demo > acme/demo
model > models info acme/demo --expand downloads,likes > acme/demo
model > models card acme/demo > Demo
model > models card acme/demo --metadata > mit
dataset > datasets list --author acme --no-truncate > acme/data
dataset > datasets info acme/data > acme/data
dataset > datasets card acme/data --text > Demo
space > spaces list --author acme --no-truncate > acme/app
space > spaces info acme/app > acme/app
space > spaces card acme/app > app
space > spaces hardware > cpu-basic
space > spaces templates > docker
space > spaces zero-gpu quota > 1500
space > spaces logs acme/app --build > Build
space > spaces wait acme/app --timeout 10 > RUNNING
space > spaces pause acme/app > PAUSED
space > spaces restart acme/app > BUILDING
space > spaces dev-mode acme/app > .
space > spaces dev-mode acme/app --stop > .
space > spaces settings acme/app --hardware t4-small > t4-small
paid_space > spaces settings acme/app --sleep-time 600 > .
space > spaces secrets add acme/app -s A=b > .
keys > spaces secrets list acme/app > A
keys > spaces secrets delete acme/app A --yes > .
space > spaces variables add acme/app -e A=b > .
keys > spaces variables list acme/app > C
keys > spaces variables delete acme/app C --yes > .
bucket_and_space > spaces volumes set acme/app -v hf://buckets/acme/b:/b > .
space > spaces volumes list acme/app > .
volume > spaces volumes delete acme/app --yes > .
model > download acme/demo README.md > README.md
model > download acme/demo > snapshots
model > download acme/demo --dry-run > README.md
dataset > download acme/data --type dataset --local-dir {folder}/d > d
model > upload acme/demo {folder}/a.txt a.txt > Uploaded
model > upload acme/demo {folder} . --create-pr > Uploaded
model > upload acme/demo {folder} . --delete * > acme/demo
model > cp {folder}/a.txt hf://acme/demo/a.txt > .
model > cp hf://acme/demo/README.md {folder}/x.md > .
snapshot > cache verify acme/demo > .
snapshot > cache list > acme/demo
snapshot > cache rm model/acme/demo --yes > .
snapshot > cache prune --yes > .
model > discussions create acme/demo --title What --body Why > 1
model > discussions create acme/demo --title What --pull-request > 1
discussion > discussions list acme/demo > What
discussion > discussions info acme/demo 1 > What
pull_request > discussions diff acme/demo 1 > x.txt
pull_request > discussions merge acme/demo 1 --yes > .
pull_request > discussions list acme/demo --kind pull_request > Upload
collection > collections create Other --namespace acme --private > acme/other
collection > collections info {id} > acme
collection > collections list --owner acme --no-truncate > acme/what-we-use
collection > collections update {id} --title New --theme green > .
collection > collections add-item {id} acme/demo model --note Good > .
item > collections update-item {id} --note New > .
item > collections delete-item {id} > .
collection > collections delete {id} > .
nothing > webhooks create --url https://example.com --watch org:acme --domain repo --secret x > .
webhook > webhooks list > example
webhook > webhooks info {id} > example
webhook > webhooks update {id} --url https://example.com/2 --watch user:sandbox --domain repo > .
webhook > webhooks disable {id} > .
webhook > webhooks enable {id} > .
webhook > webhooks delete {id} --yes > .
nothing > buckets create acme/b --private --region us > acme/b
bucket > buckets create acme/b --exist-ok > acme/b
bucket > buckets info acme/b > acme/b
bucket > buckets list acme > acme/b
bucket > buckets list acme/b > .
bucket > buckets settings acme/b --private > .
bucket > buckets move acme/b acme/c > acme/c
bucket > buckets delete acme/b --yes > .
filled > buckets list acme/b > x.txt
filled > buckets remove acme/b/x.txt --yes > .
filled > buckets remove acme/b --recursive --yes > .
two_buckets > buckets cp hf://buckets/acme/b/x.txt hf://buckets/acme/c/y.txt > .
two_buckets > cp hf://buckets/acme/b/x.txt hf://buckets/acme/c/y.txt > .
filled > buckets sync hf://buckets/acme/b {folder}/b --dry-run > x.txt
bucket > buckets sync hf://buckets/acme/b {folder}/b > .
filled > sync {folder} hf://buckets/acme/b --dry-run > a.txt
nothing > endpoints deploy demo --repo acme/model --framework pytorch --accelerator gpu --instance-size x1 --instance-type nvidia-l4 --region us-east-1 --vendor aws --namespace acme > demo
nothing > endpoints deploy demo --repo acme/model --framework pytorch --accelerator gpu --instance-size x1 --instance-type nvidia-l4 --region us-east-1 --vendor aws --namespace acme --task text-generation --min-replica 0 --max-replica 2 --scale-to-zero-timeout 15 > demo
nothing > endpoints deploy demo --repo acme/model --framework custom --accelerator gpu --instance-size x1 --instance-type nvidia-l4 --region us-east-1 --vendor aws --namespace acme --custom-image acme/image:1 --health-route /health --port 8000 > demo
endpoint > endpoints list --namespace acme > demo
endpoint > endpoints describe demo --namespace acme > demo
endpoint > endpoints update demo --namespace acme --max-replica 3 > demo
endpoint > endpoints update demo --namespace acme --instance-size x4 --min-replica 0 --scale-to-zero-timeout 30 > demo
endpoint > endpoints update demo --namespace acme --repo acme/other --revision 6c0e6080953db56375760c0471a8c5f2929baf11 > demo
endpoint > endpoints update demo --namespace acme --custom-image acme/image:2 --health-route /health --port 8000 > demo
endpoint > endpoints pause demo --namespace acme > paused
paused > endpoints resume demo --namespace acme > demo
endpoint > endpoints scale-to-zero demo --namespace acme > demo
endpoint > endpoints delete demo --namespace acme --yes > demo
nothing > endpoints hardware > aws
nothing > endpoints catalog list > Qwen
nothing > endpoints list-catalog > Qwen
nothing > endpoints catalog deploy --repo Qwen/Qwen2.5-Coder-7B-Instruct --namespace acme > .
nothing > jobs hardware > cpu-basic
nothing > jobs run --detach --namespace acme -e AB=b -l k=v python:3.12 true > .
job > jobs inspect {id} --namespace acme > python
job > jobs list --namespace acme --all > python
job > jobs wait {id} --namespace acme --timeout 10 > .
job > jobs logs {id} --namespace acme > .
job > jobs stats {id} --namespace acme > .
job > jobs cancel {id} --namespace acme > .
job > jobs rerun {id} --namespace acme --detach > .
job > jobs labels {id} --namespace acme --label a=b > .
job > jobs expose {id} 8000 --namespace acme > .
nothing > jobs scheduled run @daily python:3.12 true --namespace acme > .
scheduled > jobs scheduled list --namespace acme --all > daily
scheduled > jobs scheduled inspect {id} --namespace acme > daily
scheduled > jobs scheduled suspend {id} --namespace acme > .
scheduled > jobs scheduled resume {id} --namespace acme > .
scheduled > jobs scheduled trigger {id} --namespace acme > .
scheduled > jobs scheduled labels {id} --namespace acme --label a=b > .
scheduled > jobs scheduled reschedule {id} @hourly --namespace acme > .
scheduled > jobs scheduled delete {id} --namespace acme > .
nothing > sandbox pool ls --namespace acme > .
nothing > sandbox kill --all --yes --namespace acme > .
nothing > sandbox pool delete x --yes --namespace acme > .
"""


def commands_of(group, context, prefix=()):
    """All commands by their words."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        words = (*prefix, name.split("|")[0].strip())
        if isinstance(command, click.Group):
            yield from commands_of(command, context, words)
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield " ".join(words)


KNOWN = set(commands_of(app, click.Context(app)))


def subject(words):
    """The longest command that the words begin with."""
    for length in range(len(words), 0, -1):
        if " ".join(words[:length]) in KNOWN:
            return " ".join(words[:length])
    raise LookupError(f"no such command: {words}")


def add(line):
    setup, command, printed = (part.strip() for part in line.split(" > "))

    def run():
        token = os.environ["HF_TOKEN"]
        try:
            tried()
        finally:
            os.environ["HF_TOKEN"] = token

    def tried():
        made = globals()[setup]() or ""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.txt").write_text("a")
            words = shlex.split(command.format(id=made, folder=folder))
            result = CliRunner().invoke(app, [*words, "--format", "human"])
        text = result.output + str(result.exception or "")
        if result.exit_code != 0:
            raise AssertionError(text)
        if not re.search(printed, text, re.S):
            raise AssertionError(f"{printed!r} is not in {text!r}")

    run.__name__ = command
    check(subject(command.split()))(run)


for each in COMMANDS.strip().splitlines():
    add(each)

if __name__ == "__main__":
    os.environ.setdefault("NO_COLOR", "1")
    main("hf", "commands", KNOWN, OUTSIDE)
