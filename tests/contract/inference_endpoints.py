"""Drives the sandbox with the official Python client.

The client has no setting for the address of the Inference Endpoints API, so
its two constants are set here; the address of the Hub and the token come from
the environment, as for any of its users.
"""

import json
import os
import sys
import unittest

import huggingface_hub
from huggingface_hub import HfApi, InferenceEndpoint, constants
from huggingface_hub.errors import (
    BadRequestError,
    HfHubHTTPError,
    InferenceEndpointError,
    InferenceEndpointTimeoutError,
)
from huggingface_hub.utils import build_hf_headers, get_session, parse_ratelimit_headers

from judge import URL, control

constants.INFERENCE_ENDPOINTS_ENDPOINT = f"{URL}/v2"
constants.INFERENCE_CATALOG_ENDPOINT = f"{URL}/api/v1/catalog"

GPU = {
    "accelerator": "gpu",
    "instance_size": "x1",
    "instance_type": "nvidia-l4",
    "region": "us-east-1",
    "vendor": "aws",
}
CPU = {
    "accelerator": "cpu",
    "instance_size": "x2",
    "instance_type": "intel-spr",
    "region": "us-east4",
    "vendor": "gcp",
}


def requests():
    return [(r["method"], r["path"]) for r in control("GET", "requests")]


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        control("POST", "reset")
        self.api = HfApi()

    def refused(self, status, call, kind=HfHubHTTPError):
        with self.assertRaises(kind) as caught:
            call()
        self.assertEqual(caught.exception.response.status_code, status)
        self.assertRegex(caught.exception.request_id, "^sandbox-")
        return caught.exception

    def create(self, name="demo", **changes) -> InferenceEndpoint:
        arguments = {"repository": "gpt2", "framework": "pytorch", **GPU, **changes}
        return self.api.create_inference_endpoint(name, **arguments)

    def running(self, name="demo", **changes) -> InferenceEndpoint:
        return self.create(name, **changes).wait(timeout=20, refresh_every=0.05)


# Engines, what each is given, and the port that the service fills in.
ENGINES = [
    ("huggingface", {}, None),
    ("tgi", {"url": "a:3", "maxInputLength": 1024, "maxTotalTokens": 2048}, 80),
    ("tei", {"url": "a:1", "maxBatchTokens": 16384, "pooling": "mean"}, 80),
    ("vLLM", {"url": "a:1", "maxNumSeqs": 256}, 8000),
    ("sGLang", {"url": "a:1", "chunkedPrefillSize": 512}, 30000),
    (
        "llamacpp",
        {"url": "a:1", "ctxSize": 4096, "modelPath": "m", "nParallel": 2, "threadsHttp": 5},
        8080,
    ),
    ("custom", {"url": "registry.example/x:1"}, 80),
    ("hfServe", {"url": "a:1"}, 8000),
]


class Create(Case):
    def test_each_engine(self):
        for at, (engine, image, port) in enumerate(ENGINES):
            with self.subTest(engine):
                filled = {} if port is None else {"port": port, "healthRoute": "/health"}
                endpoint = self.create(f"e{at}", custom_image={engine: image}, **CPU)
                self.assertEqual(endpoint.raw["model"]["image"], {engine: {**filled, **image}})

    def test_an_image_of_ones_own_as_a_flat_dict(self):
        image = {"url": "registry.example/x:1", "port": 9000, "healthRoute": "/ok"}
        endpoint = self.create(custom_image=image)
        self.assertEqual(endpoint.raw["model"]["image"], {"custom": image})

    def test_everything_the_client_reads_is_there(self):
        endpoint = self.create()
        self.assertEqual(endpoint.name, "demo")
        self.assertEqual(endpoint.namespace, "sandbox")
        self.assertEqual(endpoint.repository, "gpt2")
        self.assertEqual(endpoint.framework, "pytorch")
        self.assertEqual(endpoint.status, "pending")
        self.assertEqual(endpoint.type, "authenticated")
        self.assertEqual(endpoint.health_route, "/health")
        self.assertRegex(endpoint.revision, "^[0-9a-f]{40}$")
        self.assertEqual(endpoint.task, "text-generation")
        self.assertIsNone(endpoint.url)
        self.assertIsNotNone(endpoint.created_at.tzinfo)

    def test_no_client_before_there_is_an_address(self):
        with self.assertRaises(InferenceEndpointError):
            self.create().client

    def test_registry_credentials_do_not_come_back(self):
        endpoint = self.create(
            custom_image={"url": "registry.example/x:1"},
            container_registry_username="robot",
            container_registry_password="hunter2",
        )
        credentials = endpoint.raw["model"]["image"]["custom"]["credentials"]
        self.assertEqual(credentials, {"username": "", "password": None})
        stored = control("GET", "endpoints/sandbox/demo")
        self.assertEqual(
            stored["model"]["image"]["custom"]["credentials"],
            {"username": "robot", "password": "hunter2"},
        )

    def test_secrets_do_not_come_back(self):
        endpoint = self.create(secrets={"KEY": "topsecret"}, env={"A": "1"})
        self.assertNotIn("topsecret", json.dumps(endpoint.raw))
        self.assertEqual(endpoint.raw["model"]["env"], {"A": "1"})
        stored = control("GET", "endpoints/sandbox/demo")
        self.assertEqual(stored["model"]["secrets"], {"KEY": "topsecret"})

    def test_the_remaining_arguments_arrive(self):
        get_session().post(
            f"{URL}/v2/network/domain/acme",
            json={"domain": "m.example.com"},
            headers=build_hf_headers(),
        )
        endpoint = self.create(
            **{**CPU, "vendor": "aws", "region": "us-east-1"},
            namespace="acme",
            min_replica=0,
            max_replica=3,
            scale_to_zero_timeout=30,
            scaling_metric="pendingRequests",
            scaling_threshold=2.5,
            task="text-classification",
            type="private",
            private_link_account_id="123456789012",
            private_link_region="eu-west-1",
            domain="m.example.com",
            path="/m",
            cache_http_responses=True,
            tags=["a", "b"],
            container_command=["serve"],
            container_args=["--fast"],
        )
        raw = endpoint.raw
        self.assertEqual(endpoint.namespace, "acme")
        scaling = raw["compute"]["scaling"]
        self.assertEqual(scaling["minReplica"], 0)
        self.assertEqual(scaling["scaleToZeroTimeout"], 30)
        self.assertEqual(scaling["measure"], {"pendingRequests": 2.5})
        self.assertEqual(raw["privateService"]["accountId"], "123456789012")
        self.assertEqual(raw["route"], {"domain": "m.example.com", "path": "/m"})
        self.assertTrue(raw["experimentalFeatures"]["cacheHttpResponses"])
        self.assertEqual(raw["tags"], ["a", "b"])
        self.assertEqual(raw["model"]["command"], ["serve"])
        self.assertEqual(raw["model"]["args"], ["--fast"])

    def test_a_metric_without_threshold_is_kept(self):
        endpoint = self.create(scaling_metric="hardwareUsage")
        measure = endpoint.raw["compute"]["scaling"]["measure"]
        self.assertEqual(measure, {"hardwareUsage": None})


class Read(Case):
    def test_the_namespace_is_that_of_the_token(self):
        self.assertEqual(self.api.whoami()["name"], "sandbox")
        self.create()
        self.assertIn(("GET", "/api/whoami-v2"), requests())

    def test_list_is_the_first_page(self):
        for number in range(25):
            self.create(f"e{number:02}", **CPU)
        listed = self.api.list_inference_endpoints()
        self.assertEqual(len(listed), 20)
        self.assertEqual(listed[0].name, "e00")

    def test_list_of_all_namespaces(self):
        self.create("mine")
        self.create("ours", namespace="acme")
        found = self.api.list_inference_endpoints(namespace="*")
        self.assertEqual(
            {(e.namespace, e.name) for e in found},
            {("sandbox", "mine"), ("acme", "ours")},
        )

    def test_get_follows_the_state(self):
        endpoint = self.running()
        self.assertEqual(endpoint.status, "running")
        self.assertEqual(self.api.get_inference_endpoint("demo").url, endpoint.url)
        self.assertEqual(endpoint.raw["status"]["readyReplica"], 1)

    def test_limits_are_in_the_headers_the_client_reads(self):
        response = get_session().get(f"{URL}/v2/provider")
        info = parse_ratelimit_headers(response.headers)
        self.assertEqual(info.resource_type, "api")
        self.assertGreater(info.remaining, 0)
        self.assertEqual(info.window_seconds, 300)


class Update(Case):
    def test_a_scale_to_zero_time(self):
        endpoint = self.create().update(min_replica=0, scale_to_zero_timeout=60)
        scaling = endpoint.raw["compute"]["scaling"]
        self.assertEqual((scaling["minReplica"], scaling["scaleToZeroTimeout"]), (0, 60))

    def test_another_model(self):
        endpoint = self.create()
        revision = endpoint.revision
        endpoint.update(repository="bert-base-uncased", revision="main", task="fill-mask")
        self.assertEqual(endpoint.repository, "bert-base-uncased")
        self.assertEqual(endpoint.task, "fill-mask")
        self.assertNotEqual(endpoint.revision, revision)

    def test_another_instance(self):
        endpoint = self.create()
        endpoint.update(instance_type="nvidia-a10g")
        self.assertEqual(endpoint.raw["compute"]["id"], "aws-us-east-1-nvidia-a10g-x1")

    def test_another_image(self):
        endpoint = self.create().update(custom_image={"url": "registry.example/y:2"})
        self.assertEqual(endpoint.raw["model"]["image"]["custom"]["url"], "registry.example/y:2")

    def test_route_tags_and_cache(self):
        self.create()
        after = self.api.update_inference_endpoint(
            "demo", path="/n", tags=["x"], cache_http_responses=True
        )
        self.assertEqual(after.raw["route"]["path"], "/n")
        self.assertEqual(after.raw["tags"], ["x"])
        self.assertTrue(after.raw["experimentalFeatures"]["cacheHttpResponses"])

    def test_parallelism_is_written_into_the_image_that_runs(self):
        self.create(custom_image={"vLLM": {"url": "vllm:1"}}).update(
            instance_size="x4", tensor_parallel_size=4
        )
        image = self.api.get_inference_endpoint("demo").raw["model"]["image"]
        self.assertEqual(image["vLLM"]["tensorParallelSize"], 4)

    def test_parallelism_is_demanded_on_several_accelerators(self):
        self.create(custom_image={"vLLM": {"url": "vllm:1"}})
        self.refused(
            400,
            lambda: self.api.update_inference_endpoint("demo", instance_size="x4"),
            BadRequestError,
        )

    def test_the_client_refuses_to_echo_credentials(self):
        self.create(
            custom_image={"url": "registry.example/x:1"},
            container_registry_username="robot",
        )
        with self.assertRaises(ValueError):
            self.api.update_inference_endpoint("demo", tensor_parallel_size=2)

    def test_a_refused_update_changes_nothing(self):
        before = self.running().fetch()
        self.refused(
            400,
            lambda: self.api.update_inference_endpoint("demo", max_replica=5, instance_size="x3"),
            BadRequestError,
        )
        self.assertEqual(self.api.get_inference_endpoint("demo").raw, before.raw)

    def test_an_update_rolls_out(self):
        endpoint = self.running()
        endpoint.update(max_replica=2)
        self.assertEqual(endpoint.status, "updating")
        endpoint.wait(timeout=20, refresh_every=0.05)
        self.assertEqual(endpoint.status, "running")


class States(Case):
    def test_wait_until_it_answers(self):
        endpoint = self.running()
        self.assertEqual(endpoint.status, "running")
        self.assertIn("/_sandbox/inference/", endpoint.url)
        self.assertTrue(any(path.endswith("/health") for _, path in requests()))
        endpoint.client

    def test_wait_raises_where_the_start_failed(self):
        with self.assertRaises(InferenceEndpointError) as caught:
            self.running(repository="acme/fail-to-start")
        self.assertNotIsInstance(caught.exception, InferenceEndpointTimeoutError)
        self.assertIn("failed to deploy", str(caught.exception))

    def test_wait_raises_where_the_update_failed(self):
        endpoint = self.running()
        endpoint.update(repository="acme/fail-to-update")
        with self.assertRaises(InferenceEndpointError) as caught:
            endpoint.wait(timeout=20, refresh_every=0.05)
        self.assertIn("failed to update", str(caught.exception))

    def test_wait_ends_at_its_time_limit(self):
        with self.assertRaises(InferenceEndpointTimeoutError):
            self.create(repository="acme/never-starts").wait(
                timeout=0, refresh_every=0.05
            )

    def test_pause_and_resume(self):
        endpoint = self.running()
        endpoint.pause()
        self.assertEqual(endpoint.status, "paused")
        endpoint.update(max_replica=2)
        self.assertEqual(endpoint.status, "paused")
        endpoint.resume()
        self.assertEqual(endpoint.status, "pending")
        endpoint.wait(timeout=20, refresh_every=0.05)
        self.assertEqual(endpoint.status, "running")

    def test_resume_of_a_running_endpoint_is_fine(self):
        endpoint = self.running()
        endpoint.resume()
        self.assertEqual(endpoint.status, "running")

    def test_resume_of_a_running_endpoint_can_be_an_error(self):
        endpoint = self.running()
        error = self.refused(
            400, lambda: endpoint.resume(running_ok=False), BadRequestError
        )
        self.assertIn("already running", str(error))

    def test_scale_to_zero(self):
        endpoint = self.running(min_replica=0)
        endpoint.scale_to_zero()
        self.assertEqual(endpoint.status, "scaledToZero")
        self.assertIsNotNone(endpoint.url)
        with self.assertRaises(InferenceEndpointTimeoutError):
            endpoint.wait(timeout=0, refresh_every=0.05)

    def test_a_request_wakes_what_sleeps(self):
        endpoint = self.running(min_replica=0)
        endpoint.scale_to_zero()
        headers = {"authorization": f"Bearer {os.environ['HF_TOKEN']}"}
        response = get_session().get(endpoint.url, headers=headers)
        self.assertEqual(response.status_code, 503)
        endpoint.fetch().wait(timeout=20, refresh_every=0.05)
        self.assertEqual(endpoint.status, "running")

    def test_delete(self):
        endpoint = self.create()
        endpoint.delete()
        # It can still be read for a while.
        control("POST", "clock", {"advance_ms": 60_000})
        self.refused(404, endpoint.fetch)
        self.refused(404, endpoint.delete)
        self.assertEqual(self.api.list_inference_endpoints(), [])


class Errors(Case):
    def test_400_names_the_instance_that_does_not_exist(self):
        error = self.refused(
            400, lambda: self.create(instance_type="c6i", instance_size="medium"), BadRequestError
        )
        for part in ("Gpu", "c6i", "medium", "aws", "us-east-1", "not found"):
            self.assertIn(part, error.server_message)

    def test_401_for_a_bad_token(self):
        api = HfApi(token="hf_wrong")
        self.refused(401, lambda: api.get_inference_endpoint("x", namespace="sandbox"))
        error = self.refused(401, api.whoami)
        self.assertIn("Invalid user token", str(error))

    def test_401_without_a_token(self):
        self.refused(
            401,
            lambda: self.api.list_inference_endpoints(namespace="sandbox", token=False),
        )

    def test_404_for_what_is_not_there(self):
        self.refused(404, lambda: self.api.get_inference_endpoint("nothing"))
        self.refused(404, lambda: self.api.update_inference_endpoint("nothing", tags=[]))
        self.refused(404, lambda: self.api.pause_inference_endpoint("nothing"))

    def test_429_where_the_window_is_used_up(self):
        control("POST", "faults", {
            "match": {"method": "GET"},
            "action": {
                "status": 429,
                "body": {"error": "slow down"},
                "headers": {"retry-after": "7"},
            },
        })
        error = self.refused(
            429, lambda: self.api.get_inference_endpoint("x", namespace="sandbox")
        )
        self.assertEqual(error.server_message, "slow down")


class Catalogue(Case):
    def test_hardware_with_the_quota_of_the_namespace(self):
        self.create()
        hardware = self.api.list_inference_endpoints_hardware()
        by_id = {row.id: row for row in hardware}
        row = by_id["aws-us-east-1-nvidia-l4-x1"]
        self.assertEqual((row.vendor, row.region), ("aws", "us-east-1"))
        self.assertEqual(row.price_per_hour, 0.8)
        self.assertEqual(row.used_accelerators, 1)
        self.assertEqual({row.vendor for row in hardware}, {"aws", "azure", "gcp"})
        self.assertIsNone(by_id["gcp-us-east4-intel-spr-x1"].gpu_memory_gb)
        self.assertEqual(
            {row.status for row in hardware},
            {"available", "low_availability", "not_available", "reserved", "deprecated"},
        )

    def test_ready_models(self):
        models = self.api.list_inference_catalog()
        self.assertGreaterEqual(len(models), 3)
        self.assertTrue(all(model.recipes for model in models))
        found = self.api.list_inference_catalog(engine="tei", accelerator="cpu")
        self.assertEqual([model.task for model in found], ["sentence-embeddings"])
        self.assertEqual(self.api.list_inference_catalog(search="no such model"), [])
        self.assertEqual(len(self.api.list_inference_catalog(limit=2)), 2)


class Answers(Case):
    """A deployed model, which answers with its name."""

    def test_a_patient_request_wakes_it(self):
        endpoint = self.running()
        ask = {"headers": {**build_hf_headers(), "X-Scale-Up-Timeout": "20"}}
        endpoint.scale_to_zero()
        with self.assertRaises(HfHubHTTPError) as caught:
            endpoint.client.text_generation("hi")
        self.assertEqual(caught.exception.response.status_code, 503)
        endpoint.fetch().wait(timeout=20, refresh_every=0.05)
        endpoint.scale_to_zero()
        answer = get_session().get(endpoint.url, **ask)
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(answer.json()["endpoint"], endpoint.name)


class Result(unittest.TextTestResult):
    """Also counts what passed."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main():
    """Runs the cases of the program, and ends with their count."""
    print(f"huggingface_hub {huggingface_hub.__version__}", flush=True)
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result)
    result = runner.run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed or result.passed == 0 else 0)


if __name__ == "__main__":
    main()
