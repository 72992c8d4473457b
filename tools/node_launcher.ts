/**
 * What starts the bundled provider on Node, where Deno has no build: Alpine
 * and other musl systems, s390x, FreeBSD.
 *
 * @module
 */

/** The oldest Node that the provider runs on. */
export const oldestNode = 20;

/**
 * The text of the launcher, for a POSIX shell.
 *
 * It takes the Node of `HF_PROVIDER_NODE`, else the one on PATH, and starts
 * `provider.mjs`, which lies beside it, through `node.mjs`.
 */
export function nodeLauncher(): string {
  return `#!/bin/sh
# Starts the Hugging Face provider on Node; written by
# "deno task install --node".
here=\${0%/*}
if [ ! -f "$here/provider.mjs" ]; then
  self=$(readlink -f "$0")
  here=\${self%/*}
fi

node=\${HF_PROVIDER_NODE:-node}
if ! command -v "$node" >/dev/null; then
  echo "The Hugging Face provider needs Node ${oldestNode} or newer and finds" >&2
  echo "none. Install it so that it is on PATH, or set HF_PROVIDER_NODE to the" >&2
  echo "path of its executable." >&2
  exit 1
fi
exec "$node" "$here/node.mjs" "$@"
`;
}

/**
 * The module that prepares Node and then loads the provider: it keeps compiled
 * code, so that the next start is faster.
 */
export const nodeEntry: string = `import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// In the user's own folder: others can write to the temporary one.
const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
module.enableCompileCache?.(join(cache, "terraform-provider-huggingface"));

await import("./provider.mjs");
`;
