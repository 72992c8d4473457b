/**
 * The launcher of the bundled provider on Node, where Deno has no build: Alpine
 * and other musl systems, s390x, FreeBSD.
 *
 * @module
 */

import { chmod, readFile, rename, stat, writeFile } from "node:fs/promises";
import { isDeno } from "../plugin/platform.ts";
import {
  bundlePath,
  executableOf,
  nodeBundle,
  prefixOf,
  type Project,
  titleOf,
} from "./project.ts";
import { taskLine } from "./task.ts";

/** The module that is started. */
export const nodeEntryName = "node.mjs";

/** Puts the bundle and what starts it on Node into a folder that is there. */
export async function writeNode(
  project: Project,
  place: string,
  name: string,
): Promise<void> {
  await replace(bundlePath(project), `${place}/${nodeBundle}`);
  await writeStart(project, place, name);
}

/** Puts what starts the bundle on Node beside it. */
export async function writeStart(
  project: Project,
  place: string,
  name: string,
): Promise<void> {
  await write(`${place}/${nodeEntryName}`, nodeEntry(project), 0o644);
  await write(`${place}/${name}`, nodeLauncher(project), 0o755);
}

/** Copies without ever changing a file that a running process has open. */
export async function replace(from: string, to: string): Promise<void> {
  await write(to, await readFile(from), (await stat(from)).mode & 0o755);
}

/** Writes like {@linkcode replace}. */
export async function write(
  path: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  await writeFile(`${path}.new`, content);
  await chmod(`${path}.new`, mode);
  await rename(`${path}.new`, path);
}

/** The oldest Node that the provider runs on. */
export const oldestNode = 20;

/**
 * The text of the launcher, for a POSIX shell.
 *
 * It takes the Node of its variable, such as `NOTES_PROVIDER_NODE`, else the
 * one on PATH, and starts `provider.mjs`, which lies beside it, through
 * `node.mjs`.
 */
export function nodeLauncher(project: Project): string {
  const variable = `${prefixOf(project)}_PROVIDER_NODE`;
  return `#!/bin/sh
# Starts the ${titleOf(project)} provider on Node; written by
# "${taskLine(isDeno ? "install --node" : "build")}".
here=\${0%/*}
if [ ! -f "$here/${nodeBundle}" ]; then
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
exec "$node" "$here/${nodeEntryName}" "$@"
`;
}

/**
 * The module that prepares Node and then loads the provider: it keeps compiled
 * code, so that the next start is faster.
 */
export function nodeEntry(project: Project): string {
  return `import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

// Node would open its debugger, to which others on this machine can attach.
process.on("SIGUSR1", () => {});
// Nobody else may write to the folders of compiled code that Node makes.
process.umask(process.umask() | 0o022);

try {
  const { XDG_CACHE_HOME: cache = "" } = process.env;
  const base = [cache, join(homedir(), ".cache")].find(isAbsolute);
  module.enableCompileCache?.(join(base, "${executableOf(project)}", "node"));
} catch {
  // A start without it only takes longer.
}

await import("./${nodeBundle}");
`;
}
