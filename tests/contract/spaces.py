"""Drives the sandbox's Spaces with the official Python client."""

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, Volume
from huggingface_hub.errors import (
    BadRequestError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from cases import Case, main
from judge import URL


class SpaceCase(Case):
    def create(self, name="acme/demo", sdk="gradio", **more):
        return self.api.create_repo(name, repo_type="space", space_sdk=sdk, **more)

    def commit(self, files, repo="acme/demo", **more):
        operations = [
            CommitOperationDelete(path)
            if content is None
            else CommitOperationAdd(path, content.encode())
            for path, content in files.items()
        ]
        return self.api.create_commit(
            repo, operations, commit_message="Change", repo_type="space", **more
        )


class Repositories(SpaceCase):
    def test_create_says_url_and_name(self):
        url = self.create(private=True)
        self.assertEqual(url, f"{URL}/spaces/acme/demo")
        self.assertEqual((url.namespace, url.repo_name), ("acme", "demo"))
        info = self.api.space_info("acme/demo")
        self.assertTrue(info.private)
        self.assertEqual((info.author, info.sdk), ("acme", "gradio"))
        self.assertEqual(info.runtime.stage, "NO_APP_FILE")

    def test_create_takes_everything_along(self):
        self.api.create_bucket("acme/b")
        self.create(
            sdk="docker",
            visibility="protected",
            region="eu",
            space_hardware="t4-small",
            space_sleep_time=3600,
            space_secrets=[{"key": "TOKEN", "value": "x"}],
            space_variables=[{"key": "MODE", "value": "fast", "description": "d"}],
            space_volumes=[Volume(type="bucket", source="acme/b", mount_path="/b")],
        )
        runtime = self.api.get_space_runtime("acme/demo")
        self.assertEqual(runtime.requested_hardware, "t4-small")
        # One that is being built tells none.
        self.assertIsNone(runtime.sleep_time)
        self.assertEqual(runtime.volumes[0].mount_path, "/b")
        self.assertEqual(self.api.get_space_variables("acme/demo")["MODE"].value, "fast")
        self.assertEqual(list(self.api.get_space_secrets("acme/demo")), ["TOKEN"])

    def test_create_from_a_template(self):
        self.create(sdk=None, space_template="SpacesExamples/jupyterlab")
        info = self.api.space_info("acme/demo")
        self.assertEqual(info.sdk, "docker")
        self.assertTrue(info.private)

    def test_a_taken_name(self):
        self.create()
        self.refused(409, self.create)
        self.assertEqual(self.create(exist_ok=True), f"{URL}/spaces/acme/demo")

    def test_what_a_plan_does_not_include(self):
        error = self.refused(402, lambda: self.create("poor/demo"))
        self.assertIn("PRO subscription", str(error))
        self.assertEqual(
            self.create("poor/demo", sdk="static"), f"{URL}/spaces/poor/demo"
        )
        self.refused(
            403,
            lambda: self.create("broke/demo", sdk="docker", space_hardware="t4-small"),
        )

    def test_others_and_readers_are_refused(self):
        self.refused(403, lambda: self.create("somebody-else/demo"))
        self.refused(403, lambda: HfApi(token="hf_readonly").create_repo(
            "acme/demo", repo_type="space", space_sdk="static"
        ))
        self.refused(401, lambda: HfApi(token="hf_wrong").create_repo(
            "acme/demo", repo_type="space", space_sdk="static"
        ))

    def test_delete(self):
        self.create()
        self.api.delete_repo("acme/demo", repo_type="space")
        missing = lambda: self.api.delete_repo("acme/demo", repo_type="space")
        self.refused(404, missing, RepositoryNotFoundError)
        self.api.delete_repo("acme/demo", repo_type="space", missing_ok=True)
        self.assertFalse(self.api.repo_exists("acme/demo", repo_type="space"))

    def test_move_keeps_the_stable_id_and_redirects(self):
        self.create()
        before = self.api.space_info("acme/demo")._id if hasattr(
            self.api.space_info("acme/demo"), "_id"
        ) else None
        self.api.move_repo("acme/demo", "acme/other", repo_type="space")
        self.assertEqual(self.api.space_info("acme/demo").id, "acme/other")
        after = getattr(self.api.space_info("acme/other"), "_id", None)
        self.assertEqual(before, after)
        self.create("acme/third")
        self.refused(
            409,
            lambda: self.api.move_repo("acme/third", "acme/other", repo_type="space"),
        )

    def test_settings(self):
        self.create(private=True)
        update = lambda **more: self.api.update_repo_settings(
            "acme/demo", repo_type="space", **more
        )
        update(private=False)
        self.assertFalse(self.api.space_info("acme/demo").private)
        update(visibility="protected")
        mine = {r.id: r.visibility for r in self.api.list_user_repos("acme")}
        self.assertEqual(mine["acme/demo"], "protected")

    def test_lists_go_through_all_pages(self):
        for i in range(25):
            self.create(f"acme/s{i}", sdk="static")
        found = list(self.api.list_spaces(author="acme"))
        self.assertEqual(len(found), 25)
        few = self.api.list_spaces(author="acme", search="s24", expand=["sdk", "runtime"])
        (space,) = few
        self.assertEqual((space.id, space.sdk), ("acme/s24", "static"))

    def test_info_with_chosen_fields(self):
        self.create()
        info = self.api.space_info("acme/demo", expand=["cardData", "sha", "region"])
        self.assertEqual(info.card_data.title, "demo")
        self.assertIsNone(info.sdk)
        self.refused(
            400,
            lambda: self.api.space_info("acme/demo", expand=["nonsense"]),
            BadRequestError,
        )

    def test_a_missing_space(self):
        self.refused(
            404, lambda: self.api.space_info("acme/none"), RepositoryNotFoundError
        )
        self.assertFalse(self.api.repo_exists("acme/none", repo_type="space"))

    def test_duplicate(self):
        self.create(
            space_secrets=[{"key": "TOKEN", "value": "x"}],
            space_variables=[{"key": "MODE", "value": "fast"}],
        )
        self.api.duplicate_repo(
            "acme/demo",
            "acme/copy",
            repo_type="space",
            private=True,
            space_hardware="cpu-upgrade",
        )
        self.assertEqual(list(self.api.get_space_variables("acme/copy")), ["MODE"])
        self.assertEqual(self.api.get_space_secrets("acme/copy"), {})
        runtime = self.api.get_space_runtime("acme/copy")
        self.assertEqual(runtime.requested_hardware, "cpu-upgrade")


class Keys(SpaceCase):
    def test_secrets(self):
        self.create()
        self.api.add_space_secret("acme/demo", "TOKEN", "x", description="what")
        first = self.api.get_space_secrets("acme/demo")["TOKEN"]
        self.assertEqual(first.description, "what")
        self.assertIsNotNone(first.updated_at)
        self.api.add_space_secret("acme/demo", "TOKEN", "y")
        second = self.api.get_space_secrets("acme/demo")["TOKEN"]
        self.assertGreaterEqual(second.updated_at, first.updated_at)
        self.api.delete_space_secret("acme/demo", "TOKEN")
        self.api.delete_space_secret("acme/demo", "TOKEN")
        self.assertEqual(self.api.get_space_secrets("acme/demo"), {})

    def test_variables(self):
        self.create()
        all = self.api.add_space_variable("acme/demo", "A", "1", description="what")
        self.assertEqual(all["A"].description, "what")
        all = self.api.add_space_variable("acme/demo", "B", "2")
        self.assertEqual({k: v.value for k, v in all.items()}, {"A": "1", "B": "2"})
        all = self.api.delete_space_variable("acme/demo", "A")
        self.assertEqual(list(all), ["B"])
        all = self.api.delete_space_variable("acme/demo", "A")
        self.assertEqual(list(all), ["B"])

    def test_a_wrong_key(self):
        self.create()
        self.refused(
            400,
            lambda: self.api.add_space_secret("acme/demo", "1ST", "x"),
            BadRequestError,
        )

    def test_readers_see_no_secrets(self):
        self.create()
        reader = HfApi(token="hf_readonly")
        self.refused(403, lambda: reader.get_space_secrets("acme/demo"))


class Runtime(SpaceCase):
    def running(self, sdk="docker", **more):
        self.create(sdk=sdk, **more)
        self.commit({"Dockerfile": "FROM scratch"})
        runtime = self.api.wait_for_space("acme/demo", timeout=10, poll_interval=0.05)
        self.assertEqual(runtime.stage, "RUNNING")

    def test_hardware_requested_and_current(self):
        self.running()
        runtime = self.api.request_space_hardware("acme/demo", "t4-small", sleep_time=60)
        self.assertEqual(
            (runtime.hardware, runtime.requested_hardware, runtime.sleep_time),
            ("cpu-basic", "t4-small", 60),
        )
        self.api.wait_for_space("acme/demo", timeout=10, poll_interval=0.05)
        self.assertEqual(self.api.get_space_runtime("acme/demo").hardware, "t4-small")
        self.assertEqual(
            self.api.set_space_sleep_time("acme/demo", 7200).sleep_time, 7200
        )
        self.refused(
            400,
            lambda: self.api.request_space_hardware("acme/demo", "h100"),
            BadRequestError,
        )

    def test_pause_and_restart(self):
        self.running()
        self.assertEqual(self.api.pause_space("acme/demo").stage, "PAUSED")
        self.assertIn(self.api.restart_space("acme/demo").stage, ["BUILDING"])
        self.api.wait_for_space("acme/demo", timeout=10, poll_interval=0.05)
        self.api.restart_space("acme/demo", factory_reboot=True)

    def test_dev_mode(self):
        self.running()
        self.assertTrue(self.api.enable_space_dev_mode("acme/demo").dev_mode)
        self.assertFalse(self.api.disable_space_dev_mode("acme/demo").dev_mode)

    def test_volumes(self):
        self.api.create_bucket("acme/b")
        self.api.create_repo("acme/m")
        self.create(sdk="docker")
        volumes = [
            Volume(type="bucket", source="acme/b", mount_path="/b"),
            Volume(type="model", source="acme/m", mount_path="/m", path="sub"),
        ]
        self.api.set_space_volumes("acme/demo", volumes)
        seen = self.api.get_space_runtime("acme/demo").volumes
        self.assertEqual([v.mount_path for v in seen], ["/b", "/m"])
        self.assertEqual([v.read_only for v in seen], [False, True])
        self.api.delete_space_volumes("acme/demo")
        self.assertIsNone(self.api.get_space_runtime("acme/demo").volumes)
        self.refused(
            400, lambda: self.api.delete_space_volumes("acme/demo"), BadRequestError
        )

    def test_static_spaces_refuse_what_they_refuse(self):
        self.create(sdk="static")
        for call in [
            lambda: self.api.pause_space("acme/demo"),
            lambda: self.api.enable_space_dev_mode("acme/demo"),
            lambda: self.api.set_space_volumes(
                "acme/demo", [Volume(type="bucket", source="acme/b", mount_path="/b")]
            ),
        ]:
            with self.assertRaises((BadRequestError, ValueError)):
                call()

    def test_logs(self):
        self.create(sdk="docker")
        self.commit({"Dockerfile": "FROM x # fail-to-build"})
        runtime = self.api.wait_for_space("acme/demo", timeout=10, poll_interval=0.05)
        self.assertEqual(runtime.stage, "BUILD_ERROR")
        lines = []
        for line in self.api.fetch_space_logs("acme/demo", build=True):
            lines.append(line)
            if "failed" in line:
                break
        self.assertIn("Job failed with exit code: 1", lines[-1])

    def test_catalogues(self):
        hardware = {h.name: h for h in self.api.list_spaces_hardware()}
        self.assertEqual(hardware["t4-small"].accelerator.model, "T4")
        self.assertEqual(hardware["t4-small"].unit_label, "minute")
        ids = [t.repo_id for t in self.api.list_space_templates()]
        self.assertIn("SpacesExamples/jupyterlab", ids)
        self.assertGreater(self.api.get_zero_gpu_quota().base, 0)


class Files(SpaceCase):
    def test_commits(self):
        self.create()
        first = self.commit({"app.py": "print(1)", "data/a.txt": "a"})
        self.assertRegex(first.oid, "^[0-9a-f]{40}$")
        paths = lambda: [
            f.path
            for f in self.api.list_repo_tree("acme/demo", repo_type="space", recursive=True)
            if hasattr(f, "size")
        ]
        self.assertIn("data/a.txt", paths())
        self.commit({"data/a.txt": None})
        self.assertNotIn("data/a.txt", paths())
        self.refused(
            412,
            lambda: self.commit({"app.py": "print(2)"}, parent_commit=first.oid),
        )
        log = self.api.list_repo_commits("acme/demo", repo_type="space")
        self.assertEqual(log[0].title, "Change")
        self.assertEqual(log[1].commit_id, first.oid)

    def test_a_wrong_readme(self):
        self.create()
        with self.assertRaises(ValueError):
            self.commit({"README.md": "---\nsdk: gradio\ncolorFrom: mauve\n---\n"})

    def test_branches_and_tags(self):
        self.create()
        branch = lambda name, **more: self.api.create_branch(
            "acme/demo", branch=name, repo_type="space", **more
        )
        branch("dev")
        self.refused(409, lambda: branch("dev"))
        branch("dev", exist_ok=True)
        self.refused(400, lambda: branch("refs/pr/5"), BadRequestError)
        tag = lambda name, **more: self.api.create_tag(
            "acme/demo", tag=name, repo_type="space", **more
        )
        tag("v1", tag_message="first")
        self.refused(409, lambda: tag("v1"))
        self.refused(404, lambda: tag("v2", revision="none"), RevisionNotFoundError)
        refs = self.api.list_repo_refs("acme/demo", repo_type="space")
        self.assertEqual([b.name for b in refs.branches], ["main", "dev"])
        self.assertEqual([t.name for t in refs.tags], ["v1"])
        self.api.delete_branch("acme/demo", branch="dev", repo_type="space")
        self.api.delete_tag("acme/demo", tag="v1", repo_type="space")
        self.refused(
            404,
            lambda: self.api.delete_tag("acme/demo", tag="v1", repo_type="space"),
            RevisionNotFoundError,
        )


if __name__ == "__main__":
    main()
