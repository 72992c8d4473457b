"""`conftest.py` for the Python client's own tests, whose package has none.

What they ask of the staging service goes to the sandbox.
"""

import os
from typing import Protocol

import httpx2
import pytest
from huggingface_hub import HfApi, RepoUrl, constants, set_client_factory
from huggingface_hub.utils._http import hf_request_event_hook

from .testing_constants import ENDPOINT_PRODUCTION, ENDPOINT_STAGING, TOKEN
from .testing_utils import repo_name

SANDBOX = httpx2.URL(os.environ["SANDBOX_URL"])
SERVICES = {
    httpx2.URL(url).host
    for url in [
        ENDPOINT_PRODUCTION,
        ENDPOINT_STAGING,
        constants.INFERENCE_ENDPOINTS_ENDPOINT,
        constants.INFERENCE_CATALOG_ENDPOINT,
    ]
}


class ToSandbox(httpx2.HTTPTransport):
    """Connects to the sandbox, whatever service the address is of."""

    def handle_request(self, request):
        if request.url.host in SERVICES:
            address = {"scheme": "http", "host": SANDBOX.host, "port": SANDBOX.port}
            request = httpx2.Request(
                request.method,
                request.url.copy_with(**address),
                headers=request.headers,
                stream=request.stream,
                extensions=request.extensions,
            )
        return super().handle_request(request)


def client():
    return httpx2.Client(
        transport=ToSandbox(),
        event_hooks={"request": [hf_request_event_hook]},
        follow_redirects=True,
        timeout=None,
    )


set_client_factory(client)


class RepoFactory(Protocol):
    def __call__(self, repo_type: str = "model", **more) -> RepoUrl: ...


@pytest.fixture(scope="session")
def api():
    return HfApi(endpoint=ENDPOINT_STAGING, token=TOKEN)


@pytest.fixture
def repo_factory(api):
    made = []

    def make(repo_type="model", *, repo_id=None, token=None, **more):
        name = repo_id or repo_name(prefix=repo_type)
        url = api.create_repo(name, repo_type=repo_type, token=token, **more)
        made.append((url, token))
        return url

    yield make
    for url, token in made:
        api.delete_repo(url.repo_id, repo_type=url.repo_type, token=token, missing_ok=True)
