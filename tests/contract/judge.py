"""Counts what of an official client works against the sandbox.

A check is `works` when it passes, `lacks` when it ends at a route that the
sandbox does not have, else `wrong`. The last line is `N works, N wrong, N
lacks: N of N methods`, after one line for each that does not work.
"""

import json
import os
import re
import sys
import time
import urllib.request
import warnings

warnings.filterwarnings("ignore")
URL = os.environ["SANDBOX_URL"]
CHECKS = []


def check(*subjects):
    """Registers a check of these methods or commands."""

    def register(function):
        CHECKS.append((subjects, function))
        return function

    return register


def control(method, path, body=None):
    """Asks the sandbox's control routes."""
    request = urllib.request.Request(
        f"{URL}/_sandbox/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "content-type": "application/json",
            "x-sandbox-key": os.environ["HF_SANDBOX_KEY"],
        },
    )
    with urllib.request.urlopen(request) as response:
        text = response.read()
    return json.loads(text) if text else None


def bucket_file(bucket, path, digest="ab" * 32):
    """Adds a file to a bucket as the Xet protocol does at its end."""
    operation = {"type": "addFile", "path": path, "xetHash": digest}
    request = urllib.request.Request(
        f"{URL}/api/buckets/{bucket}/batch",
        method="POST",
        data=json.dumps(operation).encode(),
        headers={
            "authorization": f"Bearer {os.environ['HF_TOKEN']}",
            "content-type": "application/x-ndjson",
        },
    )
    urllib.request.urlopen(request).close()


def raises(kind, call, status=None):
    """The error of a call, which must be of that kind and status."""
    try:
        call()
    except kind as error:
        response = getattr(error, "response", None)
        if status is not None and response.status_code != status:
            raise AssertionError(f"{response.status_code}, not {status}") from error
        return error
    raise AssertionError(f"no {kind.__name__}")


def wait_until(holds, seconds=10):
    """Waits until it holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("it never holds")
        time.sleep(0.02)


def lacking(error):
    """The route that an error says is not there, if it says so."""
    found = re.search(r"Not found: (/\S*)|Method \w+ is not allowed here", str(error))
    return found and found.group(0)


def main(title, what, subjects, outside):
    """Runs all checks, or those whose subject is named, and counts."""
    chosen = sys.argv[1:]
    verdicts = {"works": 0, "wrong": 0, "lacks": 0}
    seen, bad = set(), set()
    for names, function in CHECKS:
        seen.update(names)
        if chosen and not set(chosen) & set(names):
            continue
        control("POST", "reset")
        verdict, note = "works", ""
        try:
            function()
        except Exception as error:  # noqa: BLE001 any failure is a verdict
            route = lacking(error)
            verdict = "wrong" if route is None else "lacks"
            note = route or " ".join(f"{type(error).__name__}: {error}".split())[:300]
        verdicts[verdict] += 1
        if verdict != "works":
            bad.update(names)
            print(f"{verdict}: {', '.join(names)}, {function.__name__}: {note}")
    missing = sorted(subjects - seen - set(outside))
    if missing and not chosen:
        print(f"unchecked: {', '.join(missing)}")
    for name, reason in sorted(outside.items()):
        if not chosen:
            print(f"outside: {name}: {reason}")
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    done = len(subjects & seen - bad)
    print(f"{title}: {counts}: {done} of {len(subjects)} {what}")
