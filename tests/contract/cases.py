"""Test cases of the official Python client on the sandbox, and their count."""

import sys
import unittest

import huggingface_hub
from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError

from judge import control


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
