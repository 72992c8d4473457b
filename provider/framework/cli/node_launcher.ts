/**
 * The launcher of the bundled provider on Node, where Deno has no build: Alpine
 * and other musl systems, s390x, FreeBSD.
 *
 * @module
 */

import { executableOf, prefixOf, type Project, titleOf } from "./project.ts";

/** The oldest Node that the provider runs on. */
export const oldestNode = 20;

/**
 * The text of the launcher, for a POSIX shell.
 *
 * It takes the Node of its variable, such as `NOTES_PROVIDER_NODE`, else the
 * one on PATH, and starts
 * `provider.mjs`, which lies beside it, through `node.mjs`.
 */
export function nodeLauncher(project: Project): string {
  const variable = `${prefixOf(project)}_PROVIDER_NODE`;
  return `#!/bin/sh
# Starts the ${titleOf(project)} provider on Node; written by
# "deno task install --node".
here=\${0%/*}
if [ ! -f "$here/provider.mjs" ]; then
  self=$(readlink -f "$0")
  here=\${self%/*}
fi

node=\${${variable}:-node}
if ! command -v "$node" >/dev/null; then
  echo "The ${
    titleOf(project)
  } provider needs Node ${oldestNode} or newer and finds" >&2
  echo "none. Install it so that it is on PATH, or set ${variable} to the" >&2
  echo "path of its executable." >&2
  exit 1
fi
# Node reads these when it starts, from 22.21 and 24.5 on: proxies as other
# programs take them, and the system's authorities beside its own.
if [ -n "\${HTTPS_PROXY-}\${https_proxy-}\${HTTP_PROXY-}\${http_proxy-}" ]; then
  export NODE_USE_ENV_PROXY=1
fi
export NODE_USE_SYSTEM_CA=1
exec "$node" "$here/node.mjs" "$@"
`;
}

/**
 * The module that prepares Node and then loads the provider: it keeps compiled
 * code, so that the next start is faster.
 */
export function nodeEntry(project: Project): string {
  return `import { mkdirSync, statSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

try {
  // Others can write to the temporary folder, and could to one of their own.
  const { XDG_CACHE_HOME: named = "" } = process.env;
  const base = isAbsolute(named) ? named : join(homedir(), ".cache");
  const folder = join(base, "${executableOf(project)}");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid() && (mode & 0o022) === 0) {
    module.enableCompileCache?.(folder);
  }
} catch {
  // A start without it only takes longer.
}

await import("./provider.mjs");
`;
}
