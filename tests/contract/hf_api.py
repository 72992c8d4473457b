"""The methods of the official Python client, each tried on the sandbox.

Every public method of `HfApi` is checked here or named in OUTSIDE with the
reason. `judge.py` counts what works, what is wrong and what has no route.
"""

import io
import json
import tempfile
from pathlib import Path

from huggingface_hub import (
    constants,
    CommitOperationAdd,
    CommitOperationCopy,
    CommitOperationDelete,
    HfApi,
    Volume,
    get_session,
    get_token,
)
from huggingface_hub.errors import (
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from judge import URL, bucket_file, check, main, raises, wait_until

constants.INFERENCE_ENDPOINTS_ENDPOINT = f"{URL}/v2"
constants.INFERENCE_CATALOG_ENDPOINT = f"{URL}/api/v1/catalog"

OUTSIDE = {
    "get_dataset_leaderboard": "no part of infrastructure",
    "list_daily_papers": "no part of infrastructure",
    "list_papers": "no part of infrastructure",
    "paper_info": "no part of infrastructure",
    "read_paper": "no part of infrastructure",
    "list_dataset_parquet_files": "another host answers: datasets-server",
    "kernel_info": "kernels are not imitated",
    "sync_job_volume": "needs the Xet protocol",
    "download_bucket_files": "needs the Xet protocol",
    **{
        name: "what people say to each other"
        for name in (
            "comment_discussion edit_discussion_comment hide_discussion_comment "
            "rename_discussion list_liked_repos list_organization_followers "
            "list_repo_likers list_user_followers list_user_following unlike "
            "upload_attachment"
        ).split()
    },
    **{
        name: "no part of infrastructure"
        for name in (
            "get_dataset_tags get_model_tags get_sharded_safetensors_metadata search_spaces"
        ).split()
    },
}

api = HfApi()
alice = HfApi(token="hf_alice")
bob = HfApi(token="hf_bob")
repo = "acme/demo"
NAMES = {"model": "acme/demo", "dataset": "acme/data", "space": "acme/app"}
BINARY = bytes([0, 255, 128, 1]) * 8


def model(**files):
    api.create_repo(repo)
    return commit(**files) if files else None


def add(path, content):
    data = content if isinstance(content, bytes) else content.encode()
    return CommitOperationAdd(path, data)


def commit(files=None, message="Change", **more):
    operations = [
        CommitOperationDelete(path) if content is None else add(path, content)
        for path, content in (files or {}).items()
    ]
    return api.create_commit(repo, operations, commit_message=message, **more)


def paths(**more):
    return [entry.path for entry in api.list_repo_tree(repo, **more)]


# Repositories


@check("create_repo")
def each_type():
    for kind, name in NAMES.items():
        more = {"space_sdk": "static"} if kind == "space" else {}
        url = api.create_repo(name, repo_type=kind, private=True, **more)
        assert (url.repo_id, url.repo_type) == (name, kind), url
        assert api.repo_info(name, repo_type=kind).private


@check("create_repo")
def twice():
    model()
    raises(HfHubHTTPError, lambda: api.create_repo(repo), 409)
    api.create_repo(repo, exist_ok=True)


@check("create_repo")
def with_space_settings():
    api.create_bucket("acme/b")
    api.create_repo(
        "acme/app",
        repo_type="space",
        space_sdk="docker",
        visibility="protected",
        region="eu",
        space_hardware="t4-small",
        space_sleep_time=3600,
        space_secrets=[{"key": "A", "value": "b"}],
        space_variables=[{"key": "C", "value": "d"}],
        space_volumes=[Volume(type="bucket", source="acme/b", mount_path="/b")],
    )
    runtime = api.get_space_runtime("acme/app")
    # One that is being built tells no sleep time.
    assert runtime.requested_hardware == "t4-small" and runtime.sleep_time is None
    assert runtime.volumes[0].mount_path == "/b"
    assert api.get_space_variables("acme/app")["C"].value == "d"
    assert list(api.get_space_secrets("acme/app")) == ["A"]


@check("create_repo")
def of_a_template():
    space(None, space_template="SpacesExamples/jupyterlab")
    info = api.space_info("acme/app")
    assert info.sdk == "docker" and info.private


@check("create_repo")
def beyond_plan_payment_and_role():
    def refused(status, owner="acme", token=None, **more):
        client = HfApi(token=token)
        create = lambda: client.create_repo(
            f"{owner}/app", repo_type="space", space_sdk="docker", **more
        )
        return str(raises(HfHubHTTPError, create, status))

    assert "PRO subscription" in refused(402, "poor")
    refused(403, "broke", space_hardware="t4-small")
    refused(403, "somebody-else")
    refused(403, token="hf_readonly")
    refused(401, token="hf_wrong")


@check("create_repo")
def by_other_users():
    alice.create_repo("acme/hers")
    raises(HfHubHTTPError, lambda: bob.create_repo("acme/his"), 403)
    assert bob.create_repo("his").repo_id == "bob/his"
    static = bob.create_repo("bob/page", repo_type="space", space_sdk="static")
    assert static.repo_id == "bob/page"
    raises(
        HfHubHTTPError,
        lambda: bob.create_repo("bob/app", repo_type="space", space_sdk="gradio"),
        402,
    )


@check("delete_repo")
def and_again():
    model()
    raises(HfHubHTTPError, lambda: bob.delete_repo(repo), 403)
    api.delete_repo(repo)
    raises(RepositoryNotFoundError, lambda: api.delete_repo(repo))
    api.delete_repo(repo, missing_ok=True)


@check("move_repo")
def renamed():
    model()
    api.move_repo(repo, "acme/other")
    assert api.model_info(repo).id == "acme/other"


@check("move_repo")
def onto_an_occupied_name():
    model()
    api.create_repo("acme/other")
    error = raises(HfHubHTTPError, lambda: api.move_repo(repo, "acme/other"))
    assert "A model repository called acme/other already exists" in str(error)


@check("update_repo_settings")
def visibility_and_gate():
    model()
    api.update_repo_settings(repo, private=True, gated="auto")
    info = api.model_info(repo)
    assert info.private and info.gated == "auto"
    raises(HfHubHTTPError, lambda: bob.update_repo_settings(repo, private=False), 403)


@check("update_repo_settings")
def of_a_protected_space():
    space()
    api.update_repo_settings("acme/app", repo_type="space", visibility="protected")
    [mine] = api.list_user_repos("acme")
    assert mine.visibility == "protected", mine


@check("duplicate_repo")
def of_a_space_without_its_secrets():
    space(
        space_secrets=[{"key": "A", "value": "b"}],
        space_variables=[{"key": "C", "value": "d"}],
    )
    api.duplicate_repo(
        "acme/app", "acme/copy", repo_type="space", space_hardware="cpu-upgrade"
    )
    assert list(api.get_space_variables("acme/copy")) == ["C"]
    assert api.get_space_secrets("acme/copy") == {}
    assert api.get_space_runtime("acme/copy").requested_hardware == "cpu-upgrade"


@check("duplicate_repo")
def each_kind():
    for kind, name in NAMES.items():
        more = {"space_sdk": "static"} if kind == "space" else {}
        api.create_repo(name, repo_type=kind, **more)
        copy = api.duplicate_repo(name, f"{name}-copy", repo_type=kind)
        assert copy.repo_id == f"{name}-copy", copy


@check("repo_exists")
def or_not():
    model()
    assert api.repo_exists(repo) and not api.repo_exists("acme/none")


@check("repo_info")
def by_revision():
    model()
    first = api.repo_info(repo).sha
    second = commit({"a": "b"}).oid
    assert api.repo_info(repo).sha == second
    assert api.repo_info(repo, revision=first).sha == first
    raises(RevisionNotFoundError, lambda: api.repo_info(repo, revision="none"))


@check("repo_info")
def of_a_missing_one():
    raises(RepositoryNotFoundError, lambda: api.repo_info("acme/none"))
    raises(RepositoryNotFoundError, lambda: api.repo_info("none"))
    # The client tells a 401 of a repository by https in the address.
    raises(HfHubHTTPError, lambda: HfApi(token=False).repo_info("acme/none"), 401)


CARD = """---
license: mit
tags: [one, "two"]
library_name: transformers
pipeline_tag: text-generation
language:
- en
datasets: [acme/data]
base_model: acme/base
model-index:
- name: Demo
  results: []
---
# Demo
"""


@check("model_info")
def what_a_card_says():
    model(files={"README.md": CARD, "config.json": "{}"})
    info = api.model_info(repo)
    assert info.id == repo and info.author == "acme" and info.downloads == 0
    assert info.pipeline_tag == "text-generation" and info.library_name == "transformers"
    assert set(info.tags) >= {"one", "two", "en", "license:mit", "dataset:acme/data"}
    assert info.card_data.license == "mit" and info.card_data.language == ["en"]
    assert {file.rfilename for file in info.siblings} >= {"README.md", "config.json"}


@check("model_info")
def sizes_of_blobs():
    model(files={"a.txt": "hello\n", "b.bin": BINARY})
    files = {each.rfilename: each for each in api.model_info(repo, files_metadata=True).siblings}
    assert files["a.txt"].size == 6
    assert files["a.txt"].blob_id == "ce013625030ba8dba906f756967f9e9ca394464a"
    assert files["b.bin"].lfs.size == 32


@check("model_info")
def every_expand():
    from typing import get_args

    from huggingface_hub.hf_api import ExpandModelProperty_T

    model()
    info = api.model_info(repo, expand=list(get_args(ExpandModelProperty_T)))
    assert info.sha and info.used_storage > 0


@check("dataset_info")
def and_every_expand():
    from typing import get_args

    from huggingface_hub.hf_api import ExpandDatasetProperty_T

    api.create_repo("acme/data", repo_type="dataset")
    assert api.dataset_info("acme/data").id == "acme/data"
    assert api.dataset_info("acme/data", expand=list(get_args(ExpandDatasetProperty_T))).sha


@check("space_info")
def and_every_expand():
    from typing import get_args

    from huggingface_hub.hf_api import ExpandSpaceProperty_T

    space()
    assert api.space_info("acme/app").sdk == "gradio"
    info = api.space_info("acme/app", expand=list(get_args(ExpandSpaceProperty_T)))
    assert info.runtime.stage == "NO_APP_FILE", info.runtime


def create_some(kind):
    for name in ["a", "b", "c"]:
        more = {"space_sdk": "static"} if kind == "space" else {}
        api.create_repo(f"acme/{name}", repo_type=kind, **more)


def lists(kind, call):
    create_some(kind)
    assert {each.id for each in call(author="acme")} == {"acme/a", "acme/b", "acme/c"}
    assert len(list(call(author="acme", limit=2))) == 2
    assert [each.id for each in call(search="me/b")] == ["acme/b"]
    assert [each.id for each in call(sort="created_at", limit=3)] == ["acme/c", "acme/b", "acme/a"]
    assert all(each.siblings is None for each in call(author="acme"))
    assert all(each.siblings for each in call(author="acme", full=True))


@check("list_models")
def of_an_author():
    lists("model", api.list_models)


@check("list_models")
def by_what_the_card_says():
    model(files={"README.md": CARD})
    api.create_repo("acme/other")
    generating = [each.id for each in api.list_models(pipeline_tag="text-generation")]
    assert repo in generating and "openai-community/gpt2" in generating
    assert [each.id for each in api.list_models(filter="one")] == [repo]
    api.update_repo_settings(repo, gated="manual")
    assert [each.id for each in api.list_models(gated=True, author="acme")] == [repo]
    assert [each.id for each in api.list_models(gated=False, author="acme")] == ["acme/other"]


@check("list_datasets")
def of_an_author():
    lists("dataset", api.list_datasets)


@check("list_spaces")
def of_an_author():
    lists("space", api.list_spaces)


@check("list_spaces")
def through_all_pages():
    for i in range(25):
        api.create_repo(f"acme/s{i}", repo_type="space", space_sdk="static")
    assert len(list(api.list_spaces(author="acme"))) == 25


@check("list_user_repos")
def own_and_of_an_organization():
    model()
    api.create_repo("mine")
    assert [each.id for each in api.list_user_repos()] == ["sandbox/mine"]
    assert [each.id for each in api.list_user_repos("acme")] == [repo]


@check("auth_check")
def of_a_gated_one():
    model()
    api.auth_check(repo)
    api.update_repo_settings(repo, gated="auto")
    outsider = HfApi(token="hf_stranger")
    raises(GatedRepoError, lambda: outsider.auth_check(repo))
    raises(RepositoryNotFoundError, lambda: api.auth_check("acme/none"))


# Files and commits


@check("create_commit")
def adds_changes_and_deletes():
    model()
    info = commit({"a.txt": "1", "b/c.txt": "2"})
    assert info.commit_url.endswith(f"/{repo}/commit/{info.oid}") and "models" not in info.commit_url
    commit({"a.txt": "3", "b/c.txt": None})
    assert sorted(api.list_repo_files(repo)) == [".gitattributes", "a.txt"]


@check("create_commit")
def to_a_branch():
    model()
    api.create_branch(repo, branch="dev")
    commit({"a": "1"}, revision="dev")
    assert not api.file_exists(repo, "a") and api.file_exists(repo, "a", revision="dev")


@check("create_commit")
def as_a_pull_request():
    model()
    info = commit({"a": "1"}, create_pr=True)
    assert info.pr_num == 1 and info.pr_revision == "refs/pr/1", info
    assert not api.file_exists(repo, "a")
    assert api.file_exists(repo, "a", revision="refs/pr/1")
    commit({"b": "2"}, revision="refs/pr/1")
    assert api.file_exists(repo, "b", revision="refs/pr/1")


@check("create_commit")
def on_an_older_parent():
    model()
    parent = api.repo_info(repo).sha
    commit({"a": "1"}, parent_commit=parent)
    error = raises(HfHubHTTPError, lambda: commit({"a": "2"}, parent_commit=parent), 412)
    assert "The branch was updated since you opened this page" in str(error)


@check("create_commit")
def with_large_files():
    model()
    info = commit({"weights.bin": BINARY, "big/x.safetensors": b"x" * 100})
    assert Path(api.hf_hub_download(repo, "weights.bin")).read_bytes() == BINARY
    [entry] = api.get_paths_info(repo, "weights.bin")
    assert entry.lfs.size == 32 and info.oid


@check("create_commit")
def that_copies():
    model(files={"weights.bin": BINARY, "a.txt": "1"})
    api.create_commit(
        repo,
        [CommitOperationCopy("weights.bin", "copy.bin"), CommitOperationCopy("a.txt", "b.txt")],
        commit_message="Copy",
    )
    assert Path(api.hf_hub_download(repo, "copy.bin")).read_bytes() == BINARY
    assert Path(api.hf_hub_download(repo, "b.txt")).read_text() == "1"


@check("create_commit")
def with_a_wrong_card():
    model()
    raises(ValueError, lambda: commit({"README.md": "---\nmodel-index: foo\n---\n"}))


@check("create_commit")
def of_nothing_new():
    model(files={"a.txt": "1"})
    before = api.repo_info(repo).sha
    assert commit({"a.txt": "1"}).oid == before


@check("create_commit")
def that_ignores_files():
    model(files={".gitignore": "*.log\nbuild/\n"})
    commit({"a.log": "1", "build/x": "2", "c": "3"})
    assert sorted(paths()) == [".gitattributes", ".gitignore", "c"]


@check("upload_file")
def from_bytes_and_path():
    model()
    api.upload_file(path_or_fileobj=b"1", path_in_repo="a", repo_id=repo)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "b").write_bytes(BINARY)
        api.upload_file(path_or_fileobj=f"{folder}/b", path_in_repo="b", repo_id=repo)
    assert Path(api.hf_hub_download(repo, "b")).read_bytes() == BINARY


@check("upload_file")
def from_a_buffer():
    model()
    api.upload_file(path_or_fileobj=io.BytesIO(b"1"), path_in_repo="a", repo_id=repo)
    assert api.file_exists(repo, "a")


@check("upload_folder")
def with_patterns():
    model()
    with tempfile.TemporaryDirectory() as folder:
        for name in ["a.txt", "b.txt", "sub/c.txt", "d.log"]:
            Path(folder, name).parent.mkdir(exist_ok=True)
            Path(folder, name).write_text(name)
        api.upload_folder(repo_id=repo, folder_path=folder, ignore_patterns="*.log")
        api.upload_folder(repo_id=repo, folder_path=folder, path_in_repo="x", allow_patterns="a*", delete_patterns="*")
    assert set(api.list_repo_files(repo)) >= {"a.txt", "b.txt", "sub/c.txt", "x/a.txt"}
    assert "d.log" not in api.list_repo_files(repo)


@check("preupload_lfs_files")
def then_commit():
    model()
    operation = CommitOperationAdd("a.bin", BINARY)
    api.preupload_lfs_files(repo, [operation])
    api.create_commit(repo, [operation], commit_message="Add")
    assert Path(api.hf_hub_download(repo, "a.bin")).read_bytes() == BINARY


@check("delete_file")
def once():
    model(files={"a": "1"})
    api.delete_file("a", repo)
    raises(EntryNotFoundError, lambda: api.delete_file("a", repo))


@check("delete_files")
def by_patterns():
    model(files={"a.txt": "1", "b/c.txt": "2", "d.md": "3"})
    api.delete_files(repo, ["*.txt"])
    assert sorted(api.list_repo_files(repo)) == [".gitattributes", "d.md"]


@check("delete_folder")
def whole():
    model(files={"a/b": "1", "a/c/d": "2", "e": "3"})
    api.delete_folder("a", repo)
    assert sorted(api.list_repo_files(repo)) == [".gitattributes", "e"]


@check("copy_files")
def between_repositories():
    model(files={"a/b.txt": "1", "w.bin": BINARY})
    api.create_repo("acme/other")
    api.copy_files(f"hf://{repo}/a", "hf://acme/other/x")
    assert "x/b.txt" in api.list_repo_files("acme/other")


@check("file_exists")
def or_not():
    model(files={"a": "1"})
    assert api.file_exists(repo, "a") and not api.file_exists(repo, "b")
    assert not api.file_exists("acme/none", "a")
    assert not api.file_exists(repo, "a", revision="none")


@check("hf_hub_download")
def text_and_binary():
    model(files={"a.txt": "hällo", "x/b.png": BINARY, "c.bin": BINARY})
    with tempfile.TemporaryDirectory() as folder:
        for name, content in [("a.txt", "hällo".encode()), ("x/b.png", BINARY), ("c.bin", BINARY)]:
            path = api.hf_hub_download(repo, name, local_dir=folder)
            assert Path(path).read_bytes() == content


@check("hf_hub_download")
def of_a_revision():
    model(files={"a": "1"})
    first = api.repo_info(repo).sha
    commit({"a": "2"})
    assert Path(api.hf_hub_download(repo, "a", revision=first)).read_text() == "1"
    assert Path(api.hf_hub_download(repo, "a")).read_text() == "2"


@check("hf_hub_download")
def of_what_is_not_there():
    model()
    raises(EntryNotFoundError, lambda: api.hf_hub_download(repo, "none"))
    raises(RevisionNotFoundError, lambda: api.hf_hub_download(repo, "a", revision="none"))
    raises(RepositoryNotFoundError, lambda: api.hf_hub_download("acme/none", "a"))


@check("hf_hub_download")
def of_a_gated_one():
    model(files={"a": "1"})
    api.update_repo_settings(repo, gated="auto")
    stranger = HfApi(token="hf_stranger")
    with tempfile.TemporaryDirectory() as folder:
        download = lambda: stranger.hf_hub_download(repo, "a", cache_dir=folder)
        error = raises(Exception, download)
    assert isinstance(error, GatedRepoError), error


@check("snapshot_download")
def into_a_folder():
    model(files={"a.txt": "1", "b/c.bin": BINARY, "d.log": "x"})
    with tempfile.TemporaryDirectory() as folder:
        api.snapshot_download(repo, local_dir=folder, ignore_patterns="*.log")
        assert Path(folder, "b/c.bin").read_bytes() == BINARY
        assert not Path(folder, "d.log").exists()


@check("snapshot_download")
def into_the_cache():
    model(files={"a.txt": "1"})
    folder = api.snapshot_download(repo)
    assert folder.endswith(api.repo_info(repo).sha)
    assert Path(folder, "a.txt").read_text() == "1"


@check("verify_repo_checksums")
def of_a_snapshot():
    model(files={"a.txt": "1", "b.bin": BINARY})
    api.snapshot_download(repo)
    result = api.verify_repo_checksums(repo)
    assert not result.mismatches and not result.missing_paths, result


@check("get_hf_file_metadata")
def of_both_kinds():
    from huggingface_hub import hf_hub_url

    model(files={"a.txt": "hello\n", "b.bin": BINARY})
    url = hf_hub_url(repo, "a.txt", endpoint=api.endpoint)
    data = api.get_hf_file_metadata(url=url)
    assert data.etag == "ce013625030ba8dba906f756967f9e9ca394464a" and data.size == 6
    assert data.commit_hash == api.repo_info(repo).sha
    url = hf_hub_url(repo, "b.bin", endpoint=api.endpoint)
    data = api.get_hf_file_metadata(url=url)
    assert data.size == 32 and len(data.etag) == 64


@check("get_paths_info")
def of_files_and_folders():
    model(files={"a.txt": "1", "b/c": "2"})
    file, folder = api.get_paths_info(repo, ["a.txt", "b", "none"], expand=True)
    assert file.size == 1 and file.last_commit.title == "Change" and file.security.safe
    assert folder.path == "b" and len(folder.tree_id) == 40


@check("list_repo_tree")
def deep_and_flat():
    model(files={"a": "1", "b/c": "2", "b/d/e": "3"})
    assert paths() == [".gitattributes", "a", "b"]
    assert paths(recursive=True) == [".gitattributes", "a", "b", "b/c", "b/d", "b/d/e"]
    assert paths(path_in_repo="b") == ["b/c", "b/d"]
    raises(EntryNotFoundError, lambda: paths(path_in_repo="none"))
    raises(RevisionNotFoundError, lambda: paths(revision="none"))


@check("list_repo_tree")
def expanded():
    model(files={"a": "1"})
    commit({"b": "2"}, message="Second")
    entries = {entry.path: entry for entry in api.list_repo_tree(repo, expand=True)}
    assert entries["a"].last_commit.title == "Change"
    assert entries["b"].last_commit.title == "Second"


@check("list_repo_tree")
def of_many_pages():
    model()
    commit({f"f{n:04}": "x" for n in range(120)})
    assert len(paths(expand=True)) == 121


@check("list_repo_files")
def all_of_them():
    model(files={"a/b/c": "1"})
    assert sorted(api.list_repo_files(repo)) == [".gitattributes", "a/b/c"]


@check("list_repo_commits")
def with_authors():
    model()
    for number in range(3):
        commit({"a": str(number)}, message=f"Number {number}", commit_description="Why")
    commits = api.list_repo_commits(repo, formatted=True)
    assert [each.title for each in commits] == ["Number 2", "Number 1", "Number 0", "initial commit"]
    assert commits[0].authors == ["sandbox"] and commits[0].message == "Why"
    assert commits[0].formatted_title is not None
    assert commits[0].created_at.tzinfo is not None


@check("list_repo_commits")
def of_many_pages():
    model()
    for number in range(55):
        commit({"a": str(number)})
    assert len(api.list_repo_commits(repo)) == 56


@check("super_squash_history")
def of_main_and_a_branch():
    model()
    for number in range(3):
        commit({"a": str(number)})
    api.create_branch(repo, branch="dev")
    api.super_squash_history(repo)
    assert len(api.list_repo_commits(repo)) == 1
    assert len(api.list_repo_commits(repo, revision="dev")) == 4
    api.super_squash_history(repo, branch="dev", commit_message="One")
    assert [each.title for each in api.list_repo_commits(repo, revision="dev")] == ["One"]
    api.create_tag(repo, tag="v1")
    raises(HfHubHTTPError, lambda: api.super_squash_history(repo, branch="v1"))


@check("list_lfs_files")
def and_their_size():
    model(files={"a.bin": BINARY})
    [file] = api.list_lfs_files(repo)
    assert (file.filename, file.size) == ("a.bin", 32)


@check("permanently_delete_lfs_files")
def one():
    model(files={"a.bin": BINARY, "b.bin": BINARY + b"1"})
    files = [each for each in api.list_lfs_files(repo) if each.filename == "a.bin"]
    api.permanently_delete_lfs_files(repo, files)
    assert "a.bin" not in api.list_repo_files(repo)


@check("resolve_revision")
def to_a_commit():
    model()
    sha = api.repo_info(repo).sha
    assert api.resolve_revision(repo, revision="main").resolved == sha
    assert api.resolve_revision(repo).resolved == sha


@check("revision_exists")
def or_not():
    model()
    assert api.revision_exists(repo, "main") and not api.revision_exists(repo, "none")


def safetensors():
    header = json.dumps({
        "__metadata__": {"format": "pt"},
        "w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
    }).encode()
    return len(header).to_bytes(8, "little") + header + bytes(8)


@check("parse_safetensors_file_metadata")
def by_ranges():
    model(files={"model.safetensors": safetensors()})
    data = api.parse_safetensors_file_metadata(repo, "model.safetensors")
    assert data.parameter_count == {"F32": 2}


@check("get_safetensors_metadata")
def of_one_file():
    model(files={"model.safetensors": safetensors()})
    assert api.get_safetensors_metadata(repo).parameter_count == {"F32": 2}


# Branches and tags


@check("list_repo_refs")
def of_all_kinds():
    model()
    api.create_branch(repo, branch="dev")
    api.create_tag(repo, tag="v1")
    commit({"a": "1"}, create_pr=True)
    refs = api.list_repo_refs(repo, include_pull_requests=True)
    assert {each.name for each in refs.branches} == {"main", "dev"}
    assert [each.ref for each in refs.tags] == ["refs/tags/v1"]
    assert [each.ref for each in refs.pull_requests] == ["refs/pr/1"]


@check("create_branch")
def from_anything():
    model()
    first = api.repo_info(repo).sha
    commit({"a": "1"})
    api.create_tag(repo, tag="v1")
    for name, start in [("x", None), ("y/z", first), ("w", "v1")]:
        api.create_branch(repo, branch=name, revision=start)
    assert api.repo_info(repo, revision="y/z").sha == first
    raises(HfHubHTTPError, lambda: api.create_branch(repo, branch="x"), 409)
    api.create_branch(repo, branch="x", exist_ok=True)
    raises(HfHubHTTPError, lambda: api.create_branch(repo, branch="refs/pr/5"), 400)


@check("delete_branch")
def but_not_main():
    model()
    api.create_branch(repo, branch="dev")
    api.delete_branch(repo, branch="dev")
    raises(HfHubHTTPError, lambda: api.delete_branch(repo, branch="dev"), 404)
    error = raises(HfHubHTTPError, lambda: api.delete_branch(repo, branch="main"))
    assert "Cannot delete refs/heads/main" in str(error)


@check("create_tag")
def on_anything():
    model()
    commit({"a": "1"}, create_pr=True)
    sha = api.repo_info(repo).sha
    for name, revision in [("a", None), ("b", sha), ("c", sha[:7]), ("d", "refs/pr/1")]:
        api.create_tag(repo, tag=name, revision=revision, tag_message="why")
    raises(HfHubHTTPError, lambda: api.create_tag(repo, tag="a"), 409)
    raises(HfHubHTTPError, lambda: api.create_tag(repo, tag="invalid tag"))
    raises(RevisionNotFoundError, lambda: api.create_tag(repo, tag="e", revision="none"))


@check("delete_tag")
def once():
    model()
    api.create_tag(repo, tag="v1")
    api.delete_tag(repo, tag="v1")
    raises(RevisionNotFoundError, lambda: api.delete_tag(repo, tag="v1"))


# Discussions and pull requests


@check("create_discussion")
def with_a_description():
    model()
    made = api.create_discussion(repo, title="What", description="Why")
    assert (made.num, made.status, made.author) == (1, "open", "sandbox")
    assert made.events[0].content == "Why"


@check("create_pull_request")
def as_a_draft():
    model()
    made = api.create_pull_request(repo, title="What")
    assert made.is_pull_request and made.status == "draft"
    assert made.git_reference == "refs/pr/1"


@check("get_repo_discussions")
def by_kind_and_author():
    model()
    api.create_discussion(repo, title="One")
    bob.create_pull_request(repo, title="Two")
    of = lambda **more: [each.num for each in api.get_repo_discussions(repo, **more)]
    assert of() == [2, 1] and of(discussion_type="pull_request") == [2]
    assert of(author="bob") == [2] and of(discussion_status="closed") == []


@check("get_discussion_details")
def of_a_pull_request():
    model()
    commit({"a": "1"}, create_pr=True)
    details = api.get_discussion_details(repo, 1)
    assert details.target_branch == "refs/heads/main" and details.diff
    assert details.conflicting_files == []
    assert [event.type for event in details.events] == ["comment", "commit"]


@check("change_discussion_status")
def closed_and_open():
    model()
    api.create_discussion(repo, title="One two")
    api.change_discussion_status(repo, 1, new_status="closed")
    assert api.get_discussion_details(repo, 1).status == "closed"


@check("merge_pull_request")
def once():
    model()
    commit({"a": "1"}, create_pr=True)
    commit({"b": "2"})
    api.merge_pull_request(repo, 1)
    assert api.get_discussion_details(repo, 1).status == "merged"
    assert {"a", "b"} <= set(api.list_repo_files(repo))
    raises(HfHubHTTPError, lambda: api.merge_pull_request(repo, 1))


# Users and organizations


@check("whoami")
def of_each_token():
    me = api.whoami()
    assert me["name"] == "sandbox" and me["orgs"][0]["roleInOrg"] == "admin"
    assert bob.whoami()["orgs"][0]["roleInOrg"] == "read"
    raises(HfHubHTTPError, lambda: HfApi(token="hf_wrong").whoami(), 401)


@check("get_user_overview")
def or_none():
    assert api.get_user_overview("alice").username == "alice"
    error = raises(HfHubHTTPError, lambda: api.get_user_overview("nobody"), 404)
    assert "This user does not exist" in str(error)


@check("get_organization_overview")
def or_none():
    assert api.get_organization_overview("acme").num_users == 3
    raises(HfHubHTTPError, lambda: api.get_organization_overview("alice"), 404)


@check("list_organization_members")
def all_three():
    names = [each.username for each in api.list_organization_members("acme")]
    assert names == ["sandbox", "alice", "bob"], names


@check("get_full_repo_name")
def own():
    assert api.get_full_repo_name("x") == "sandbox/x"


# Access requests


def gated():
    model(files={"a": "1"})
    api.update_repo_settings(repo, gated="manual")


@check("grant_access")
def to_a_user():
    gated()
    api.grant_access(repo, "somebody-else")
    assert [each.username for each in api.list_accepted_access_requests(repo)] == ["somebody-else"]
    HfApi(token="hf_stranger").hf_hub_download(repo, "a", force_download=True)


@check("list_accepted_access_requests")
def none():
    gated()
    assert list(api.list_accepted_access_requests(repo)) == []


@check("list_pending_access_requests")
def none():
    gated()
    assert list(api.list_pending_access_requests(repo)) == []


@check("list_rejected_access_requests")
def after_a_rejection():
    gated()
    api.grant_access(repo, "somebody-else")
    api.reject_access_request(repo, "somebody-else", rejection_reason="No")
    assert len(list(api.list_rejected_access_requests(repo))) == 1


@check("accept_access_request")
def that_was_rejected():
    gated()
    api.grant_access(repo, "somebody-else")
    api.reject_access_request(repo, "somebody-else", rejection_reason=None)
    api.accept_access_request(repo, "somebody-else")
    raises(HfHubHTTPError, lambda: api.accept_access_request(repo, "somebody-else"), 404)


@check("cancel_access_request")
def puts_it_back():
    gated()
    api.grant_access(repo, "somebody-else")
    api.cancel_access_request(repo, "somebody-else")
    assert len(list(api.list_pending_access_requests(repo))) == 1


@check("reject_access_request")
def of_an_unknown_user():
    gated()
    raises(
        HfHubHTTPError,
        lambda: api.reject_access_request(repo, "nobody", rejection_reason=None),
        404,
    )


# Webhooks


def webhook():
    return api.create_webhook(
        url="https://example.com/hook",
        watched=[{"type": "org", "name": "acme"}],
        domains=["repo"],
        secret="secret",
    )


@check("create_webhook")
def with_a_secret():
    made = webhook()
    assert made.url == "https://example.com/hook" and made.watched[0].name == "acme"


@check("get_webhook")
def or_none():
    assert api.get_webhook(webhook().id).domains == ["repo"]
    raises(HfHubHTTPError, lambda: api.get_webhook("0" * 24), 404)


@check("list_webhooks")
def both():
    webhook(), webhook()
    assert len(list(api.list_webhooks())) == 2


@check("update_webhook")
def its_address():
    made = api.update_webhook(
        webhook().id,
        url="https://example.com/new",
        watched=[{"type": "user", "name": "sandbox"}],
        domains=["repo", "discussion"],
    )
    assert made.url == "https://example.com/new"


@check("disable_webhook")
def once():
    assert api.disable_webhook(webhook().id).disabled


@check("enable_webhook")
def again():
    made = webhook()
    api.disable_webhook(made.id)
    assert not api.enable_webhook(made.id).disabled


@check("delete_webhook")
def for_good():
    made = webhook()
    api.delete_webhook(made.id)
    raises(HfHubHTTPError, lambda: api.get_webhook(made.id), 404)


# Collections


def collection(**more):
    model()
    return api.create_collection("What we use", namespace="acme", **more)


@check("create_collection")
def once():
    made = collection(description="All", private=True)
    assert made.slug.startswith("acme/what-we-use-") and made.private
    raises(HfHubHTTPError, lambda: api.create_collection("What we use", namespace="acme"), 409)
    api.create_collection("What we use", namespace="acme", exists_ok=True)


@check("get_collection")
def or_none():
    made = collection()
    assert api.get_collection(made.slug).title == "What we use"
    raises(HfHubHTTPError, lambda: api.get_collection(f"acme/x-{'0' * 24}"), 404)


@check("list_collections")
def of_an_owner():
    made = collection()
    assert [each.slug for each in api.list_collections(owner="acme")] == [made.slug]


@check("update_collection_metadata")
def its_title():
    made = api.update_collection_metadata(collection().slug, title="New", theme="green")
    assert made.title == "New" and made.theme == "green"


@check("update_collection_resource_group")
def to_none():
    api.update_collection_resource_group(collection().slug, resource_group_id=None)


@check("add_collection_item")
def with_a_note():
    slug = collection().slug
    made = api.add_collection_item(slug, repo, "model", note="Good")
    assert made.items[0].item_id == repo and made.items[0].note == "Good"
    raises(HfHubHTTPError, lambda: api.add_collection_item(slug, repo, "model"), 409)
    api.add_collection_item(slug, repo, "model", exists_ok=True)


@check("update_collection_item")
def its_note():
    slug = collection().slug
    item = api.add_collection_item(slug, repo, "model").items[0]
    api.update_collection_item(slug, item.item_object_id, note="New")
    assert api.get_collection(slug).items[0].note == "New"


@check("delete_collection_item")
def once():
    slug = collection().slug
    item = api.add_collection_item(slug, repo, "model").items[0]
    api.delete_collection_item(slug, item.item_object_id)
    raises(HfHubHTTPError, lambda: api.delete_collection_item(slug, item.item_object_id), 404)
    api.delete_collection_item(slug, item.item_object_id, missing_ok=True)


@check("delete_collection")
def once():
    slug = collection().slug
    api.delete_collection(slug)
    raises(HfHubHTTPError, lambda: api.delete_collection(slug), 404)
    api.delete_collection(slug, missing_ok=True)


# Spaces


def space(sdk="gradio", **more):
    return api.create_repo("acme/app", repo_type="space", space_sdk=sdk, **more)


def running():
    space()
    api.upload_file(
        path_or_fileobj=b"x", path_in_repo="app.py", repo_id="acme/app", repo_type="space"
    )
    wait_until(lambda: api.get_space_runtime("acme/app").stage == "RUNNING")


@check("get_space_runtime")
def of_each_kind():
    running()
    runtime = api.get_space_runtime("acme/app")
    assert runtime.hardware == "cpu-basic" and runtime.sleep_time == 172800


@check("wait_for_space")
def until_it_runs():
    running()
    assert api.wait_for_space("acme/app", timeout=10).stage == "RUNNING"


@check("request_space_hardware")
def with_a_sleep_time():
    running()
    runtime = api.request_space_hardware("acme/app", "rtx-pro-6000", sleep_time=3600)
    assert (runtime.requested_hardware, runtime.sleep_time) == ("rtx-pro-6000", 3600)
    raises(HfHubHTTPError, lambda: api.request_space_hardware("acme/app", "h100"), 400)


@check("set_space_sleep_time")
def on_paid_hardware():
    running()
    api.request_space_hardware("acme/app", "t4-small")
    api.wait_for_space("acme/app", timeout=10)
    assert api.set_space_sleep_time("acme/app", 600).sleep_time == 600


@check("pause_space")
def but_no_static_one():
    running()
    assert api.pause_space("acme/app").stage == "PAUSED"
    api.create_repo("acme/page", repo_type="space", space_sdk="static")
    raises(Exception, lambda: api.pause_space("acme/page"))
    raises(HfHubHTTPError, lambda: api.enable_space_dev_mode("acme/page"), 400)


@check("restart_space")
def from_the_factory():
    running()
    api.pause_space("acme/app")
    assert api.restart_space("acme/app", factory_reboot=True).stage == "BUILDING"


@check("enable_space_dev_mode")
def on_a_plan():
    running()
    assert api.enable_space_dev_mode("acme/app").dev_mode


@check("disable_space_dev_mode")
def again():
    running()
    api.enable_space_dev_mode("acme/app")
    assert not api.disable_space_dev_mode("acme/app").dev_mode


@check("set_space_volumes")
def two():
    space()
    api.create_bucket("acme/b")
    model()
    volumes = [
        Volume(type="bucket", source="acme/b", mount_path="/b"),
        Volume(type="model", source=repo, mount_path="/m", path="sub"),
    ]
    api.set_space_volumes("acme/app", volumes)
    seen = api.get_space_runtime("acme/app").volumes
    assert [(each.mount_path, each.read_only) for each in seen] == [("/b", False), ("/m", True)]


@check("delete_space_volumes")
def all_of_them():
    space()
    api.create_bucket("acme/b")
    api.set_space_volumes("acme/app", [Volume(type="bucket", source="acme/b", mount_path="/b")])
    api.delete_space_volumes("acme/app")
    assert not api.get_space_runtime("acme/app").volumes
    raises(HfHubHTTPError, lambda: api.delete_space_volumes("acme/app"), 400)


@check("add_space_secret", "get_space_secrets", "delete_space_secret")
def by_key():
    space()
    api.add_space_secret("acme/app", "A", "b", description="c")
    assert api.get_space_secrets("acme/app")["A"].description == "c"
    raises(HfHubHTTPError, lambda: api.add_space_secret("acme/app", "1ST", "x"), 400)
    reader = HfApi(token="hf_readonly")
    raises(HfHubHTTPError, lambda: reader.get_space_secrets("acme/app"), 403)
    api.delete_space_secret("acme/app", "A")
    assert api.get_space_secrets("acme/app") == {}


@check("add_space_variable", "get_space_variables", "delete_space_variable")
def by_key():
    space()
    assert api.add_space_variable("acme/app", "A", "b")["A"].value == "b"
    assert api.get_space_variables("acme/app")["A"].value == "b"
    assert api.delete_space_variable("acme/app", "A") == {}


@check("fetch_space_logs")
def of_the_build():
    running()
    assert any("Build" in line for line in api.fetch_space_logs("acme/app", build=True))


@check("list_spaces_hardware")
def with_prices():
    names = {each.name for each in api.list_spaces_hardware()}
    assert {"cpu-basic", "rtx-pro-6000", "rtx-pro-6000x8"} <= names


@check("list_space_templates")
def some():
    assert any(each.sdk == "docker" for each in api.list_space_templates())


@check("get_zero_gpu_quota")
def left():
    assert api.get_zero_gpu_quota().base > 0


# Inference Endpoints


def endpoint(**more):
    return api.create_inference_endpoint(
        "demo",
        repository="gpt2",
        framework="pytorch",
        task="text-generation",
        accelerator="gpu",
        vendor="aws",
        region="us-east-1",
        type="authenticated",
        instance_size="x1",
        instance_type="nvidia-l4",
        namespace="acme",
        **more,
    )


@check("create_inference_endpoint")
def that_runs():
    assert endpoint().wait(timeout=10, refresh_every=0.05).status == "running"


@check("create_inference_endpoint_from_catalog")
def by_model():
    [first, *_] = api.list_inference_catalog()
    assert api.create_inference_endpoint_from_catalog(first.repo_id, namespace="acme").name


@check("get_inference_endpoint")
def or_none():
    endpoint()
    assert api.get_inference_endpoint("demo", namespace="acme").repository == "gpt2"
    raises(HfHubHTTPError, lambda: api.get_inference_endpoint("none", namespace="acme"), 404)


@check("list_inference_endpoints")
def of_a_namespace():
    endpoint()
    assert [each.name for each in api.list_inference_endpoints("acme")] == ["demo"]


@check("list_inference_catalog")
def some():
    assert api.list_inference_catalog()


@check("list_inference_endpoints_hardware")
def some():
    assert list(api.list_inference_endpoints_hardware())


@check("update_inference_endpoint")
def its_replicas():
    endpoint()
    made = api.update_inference_endpoint("demo", namespace="acme", max_replica=3)
    assert made.raw["compute"]["scaling"]["maxReplica"] == 3


@check("pause_inference_endpoint")
def once():
    endpoint().wait(timeout=10, refresh_every=0.05)
    assert api.pause_inference_endpoint("demo", namespace="acme").status == "paused"


@check("resume_inference_endpoint")
def once():
    endpoint().wait(timeout=10, refresh_every=0.05)
    api.pause_inference_endpoint("demo", namespace="acme")
    assert api.resume_inference_endpoint("demo", namespace="acme").status in ("pending", "initializing")


@check("scale_to_zero_inference_endpoint")
def once():
    endpoint().wait(timeout=10, refresh_every=0.05)
    made = api.scale_to_zero_inference_endpoint("demo", namespace="acme")
    assert made.status == "scaledToZero"


@check("delete_inference_endpoint")
def for_good():
    endpoint()
    api.delete_inference_endpoint("demo", namespace="acme")
    # It can still be read for a while.
    wait_until(lambda: not api.list_inference_endpoints("acme"))
    raises(HfHubHTTPError, lambda: api.get_inference_endpoint("demo", namespace="acme"), 404)


# Jobs


def job(**more):
    return api.run_job(image="python:3.12", command=["true"], flavor="cpu-basic", namespace="acme", **more)


@check("run_job")
def with_everything():
    made = job(env={"AB": "c"}, secrets={"DE": "f"}, timeout="1h", labels={"k": "v"})
    assert made.docker_image == "python:3.12" and made.environment == {"AB": "c"}


@check("inspect_job")
def or_none():
    assert api.inspect_job(job_id=job().id, namespace="acme").command == ["true"]
    raises(HfHubHTTPError, lambda: api.inspect_job(job_id="0" * 24, namespace="acme"), 404)


@check("list_jobs")
def of_a_namespace():
    made = job()
    assert made.id in {each.id for each in api.list_jobs(namespace="acme")}


@check("wait_for_job")
def until_it_is_done():
    assert api.wait_for_job(job_id=job().id, namespace="acme", timeout=20)


@check("cancel_job")
def at_once():
    made = job()
    api.cancel_job(job_id=made.id, namespace="acme")
    stage = api.inspect_job(job_id=made.id, namespace="acme").status.stage
    assert stage in ("CANCELED", "CANCELLED", "COMPLETED"), stage


@check("rerun_job")
def as_another():
    made = job()
    assert api.rerun_job(job_id=made.id, namespace="acme").id != made.id


@check("fetch_job_logs")
def to_the_end():
    made = job()
    api.wait_for_job(job_id=made.id, namespace="acme", timeout=20)
    list(api.fetch_job_logs(job_id=made.id, namespace="acme"))


@check("fetch_job_metrics")
def to_the_end():
    made = job()
    api.wait_for_job(job_id=made.id, namespace="acme", timeout=20)
    list(api.fetch_job_metrics(job_id=made.id, namespace="acme"))


@check("update_job_labels")
def replaced():
    made = api.update_job_labels(job_id=job().id, labels={"a": "b"}, namespace="acme")
    assert made.labels == {"a": "b"}


@check("update_job_expose")
def one_port():
    api.update_job_expose(job_id=job().id, expose=[8000], namespace="acme")


@check("list_jobs_hardware")
def with_prices():
    assert "cpu-basic" in {each.name for each in api.list_jobs_hardware()}


@check("run_uv_job")
def of_a_script_with_an_address():
    made = api.run_uv_job("https://example.com/x.py", namespace="acme", dependencies=["numpy"])
    assert "https://example.com/x.py" in made.command, made.command


@check("create_scheduled_uv_job")
def of_a_script_with_an_address():
    made = api.create_scheduled_uv_job(
        "https://example.com/x.py", schedule="@daily", namespace="acme"
    )
    assert "https://example.com/x.py" in made.job_spec.command


def scheduled(**more):
    return api.create_scheduled_job(
        image="python:3.12", command=["true"], schedule="@daily", namespace="acme", **more
    )


@check("create_scheduled_job")
def suspended():
    assert scheduled(suspend=True).suspend


@check("inspect_scheduled_job")
def or_none():
    made = scheduled()
    found = api.inspect_scheduled_job(scheduled_job_id=made.id, namespace="acme")
    assert found.schedule == "@daily"
    raises(
        HfHubHTTPError,
        lambda: api.inspect_scheduled_job(scheduled_job_id="0" * 24, namespace="acme"),
        404,
    )


@check("list_scheduled_jobs")
def of_a_namespace():
    made = scheduled()
    assert made.id in {each.id for each in api.list_scheduled_jobs(namespace="acme")}


def on_schedule(method, **more):
    made = scheduled()
    getattr(api, method)(scheduled_job_id=made.id, namespace="acme", **more)
    return api.inspect_scheduled_job(scheduled_job_id=made.id, namespace="acme")


@check("suspend_scheduled_job")
def once():
    assert on_schedule("suspend_scheduled_job").suspend


@check("resume_scheduled_job")
def once():
    assert not on_schedule("resume_scheduled_job").suspend


@check("trigger_scheduled_job")
def at_once():
    on_schedule("trigger_scheduled_job")


@check("update_scheduled_job_labels")
def replaced():
    on_schedule("update_scheduled_job_labels", labels={"a": "b"})


@check("update_scheduled_job_schedule")
def to_another():
    assert on_schedule("update_scheduled_job_schedule", schedule="@hourly").schedule == "@hourly"


@check("delete_scheduled_job")
def for_good():
    made = scheduled()
    api.delete_scheduled_job(scheduled_job_id=made.id, namespace="acme")
    raises(
        HfHubHTTPError,
        lambda: api.inspect_scheduled_job(scheduled_job_id=made.id, namespace="acme"),
        404,
    )


# Buckets


@check("create_bucket")
def once():
    assert api.create_bucket("acme/b", private=True).bucket_id == "acme/b"
    raises(HfHubHTTPError, lambda: api.create_bucket("acme/b"), 409)
    api.create_bucket("acme/b", exist_ok=True)


@check("bucket_info")
def or_none():
    api.create_bucket("acme/b", private=True)
    info = api.bucket_info("acme/b")
    assert info.private and info.total_files == 0
    raises(HfHubHTTPError, lambda: api.bucket_info("acme/none"), 404)


@check("list_buckets")
def of_a_namespace():
    api.create_bucket("acme/b")
    assert [each.id for each in api.list_buckets("acme")] == ["acme/b"]


@check("update_bucket_settings")
def private():
    api.create_bucket("acme/b")
    api.update_bucket_settings("acme/b", private=True)
    assert api.bucket_info("acme/b").private


@check("move_bucket")
def renamed():
    api.create_bucket("acme/b")
    api.move_bucket("acme/b", "acme/c")
    assert api.bucket_info("acme/c").id == "acme/c"


@check("delete_bucket")
def for_good():
    api.create_bucket("acme/b")
    api.delete_bucket("acme/b")
    raises(HfHubHTTPError, lambda: api.bucket_info("acme/b"), 404)
    api.delete_bucket("acme/b", missing_ok=True)


@check("list_bucket_tree")
def empty():
    api.create_bucket("acme/b")
    assert list(api.list_bucket_tree("acme/b")) == []


@check("get_bucket_paths_info")
def of_none():
    api.create_bucket("acme/b")
    assert list(api.get_bucket_paths_info("acme/b", ["a"])) == []


@check("get_bucket_file_metadata")
def of_none():
    api.create_bucket("acme/b")
    raises(EntryNotFoundError, lambda: api.get_bucket_file_metadata("acme/b", "a"))


def filled(**more):
    api.create_bucket("acme/b", **more)
    bucket_file("acme/b", "folder/x.txt")


@check("list_bucket_tree", "get_bucket_paths_info")
def of_a_file():
    filled()
    assert [each.path for each in api.list_bucket_tree("acme/b", recursive=True)] == ["folder/x.txt"]
    [found] = api.get_bucket_paths_info("acme/b", ["folder/x.txt"])
    assert found.xet_hash == "ab" * 32


@check("get_bucket_file_metadata")
def of_a_file():
    filled(private=True)
    found = api.get_bucket_file_metadata("acme/b", "folder/x.txt")
    assert found.size == 1024 and found.xet_file_data.file_hash == "ab" * 32
    outsider = HfApi(token="hf_stranger")
    raises(HfHubHTTPError, lambda: outsider.get_bucket_file_metadata("acme/b", "folder/x.txt"), 404)


@check("copy_files")
def between_buckets():
    filled()
    api.create_bucket("acme/c")
    api.copy_files("hf://buckets/acme/b/folder/x.txt", "hf://buckets/acme/c/y.txt")
    assert [each.path for each in api.list_bucket_tree("acme/c")] == ["y.txt"]


@check("batch_bucket_files")
def that_deletes():
    filled()
    api.batch_bucket_files("acme/b", delete=["folder/x.txt"])
    assert list(api.list_bucket_tree("acme/b")) == []


@check("sync_bucket")
def as_a_plan_and_of_nothing():
    filled()
    with tempfile.TemporaryDirectory() as folder:
        plan = api.sync_bucket("hf://buckets/acme/b", folder, dry_run=True)
        assert [each.path for each in plan.operations] == ["folder/x.txt"], plan
        api.create_bucket("acme/empty")
        api.sync_bucket("hf://buckets/acme/empty", folder)


@check("batch_bucket_files")
def of_a_file_that_is_not_there():
    api.create_bucket("acme/b")
    error = raises(Exception, lambda: api.batch_bucket_files("acme/b", delete=["a"]))
    assert "File not found" in str(error)


# What concerns no route in particular


@check("run_as_future")
def of_another_method():
    model()
    assert api.run_as_future(api.repo_exists, repo).result()


@check()
def the_id_of_a_request_is_in_that_of_its_answer():
    answer = get_session().get(f"{URL}/api/models")
    assert answer.request.headers["x-amzn-trace-id"] in answer.headers["x-request-id"]


@check()
def a_token_for_one_repository():
    model()
    api.update_repo_settings(repo, private=True)
    api.create_repo("acme/other", private=True)
    headers = {"authorization": f"Bearer {api.token or get_token()}"}
    answer = get_session().get(f"{URL}/api/models/{repo}/jwt", headers=headers).json()
    lent = HfApi(token=answer["token"])
    assert lent.model_info(repo).private
    raises(RepositoryNotFoundError, lambda: lent.model_info("acme/other"))
    raises(HfHubHTTPError, lambda: lent.update_repo_settings(repo, private=False), 403)


if __name__ == "__main__":
    methods = {
        name
        for name in dir(HfApi)
        if not name.startswith("_") and callable(getattr(HfApi, name))
    }
    main("HfApi", "methods", methods, OUTSIDE)
