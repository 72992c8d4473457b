#!/usr/bin/env bash
# The official Python client against the sandbox; fails where it cannot run.
cd "$(dirname "$0")/../.." || exit
exec "${DENO:-deno}" run -A --no-lock tests/contract/run.ts --require "$@"
