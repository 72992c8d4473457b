/**
 * The script that starts the bundled provider on the user's Deno.
 *
 * @module
 */
import { shellLine } from "../shell.ts";
import { cachedFiles } from "./code_cache.ts";
import { runFlags } from "./engine_flags.ts";
import { common, environmentOf } from "./permissions.ts";
import { prefixOf, type Project, titleOf } from "./project.ts";

/** Variables by which Deno loads code, writes files and sends logs, as a pattern. */
const obeyed = "DENO_* | NODE_* | OTEL_* | SSLKEYLOGFILE";

/** Those that only Deno reads and that a user may set. */
const promised = ["DENO_DIR", "NODE_EXTRA_CA_CERTS"];

/**
 * The text of the launcher, for a POSIX shell.
 *
 * It takes the Deno of its variable, such as `NOTES_PROVIDER_DENO`, else the
 * one that built the provider, else one on PATH.
 *
 * @param builder The path of the Deno that builds the provider.
 */
export function launcher(project: Project, builder: string): string {
  const variable = `${prefixOf(project)}_PROVIDER_DENO`;
  return `#!/bin/sh
# Starts the ${titleOf(project)} provider on Deno; written by "deno task build".
here=\${0%/*}
if [ ! -f "$here/provider.js" ]; then
  self=$(readlink -f "$0")
  here=\${self%/*}
fi

# Deno itself would load code, write files and send logs where variables say so.
set -f
line='
'
IFS=$line
for name in $(export -p); do
  name=\${name%%=*}
  name=\${name##* }
  case $name in
  *[!A-Za-z0-9_]* | ${kept(project)}) ;;
  ${obeyed}) unset "$name" ;;
  esac
done
set +f
unset IFS

deno=\${${variable}-}
built=${shellLine(builder)}
if [ -z "$deno" ]; then
  if [ -x "$built" ]; then deno=$built; else deno=$(command -v deno); fi
fi
if [ -z "$deno" ] || ! command -v "$deno" >/dev/null; then
  echo "The ${
    titleOf(project)
  } provider needs Deno 2.7.14 or newer and finds none." >&2
  echo "Install it (https://docs.deno.com/runtime/) so that it is on PATH," >&2
  echo "or set ${variable} to the path of its executable." >&2
  exit 1
fi

# Only the Deno that built it takes its compiled code.
program=$here/provider.js
code=
if [ "$deno" = "$built" ] && [ -f "$here/${cachedFiles.entry}" ]; then
  code=$program,$here/${cachedFiles.script},$here/${cachedFiles.code}
  program=$here/${cachedFiles.entry}
  case $here in *,*) program=$here/provider.js code= ;; esac
fi

${paths(project)}
${start(project)}
# Without a home, Deno would not start; below what is no folder it keeps nothing.
if [ -z "\${DENO_DIR-}\${XDG_CACHE_HOME-}\${HOME-}" ]; then
  export DENO_DIR=/dev/null
fi
export DENO_NO_UPDATE_CHECK=1
exec "$deno" run --quiet --no-config --no-lock --no-remote --no-npm \\
  ${shellLine(...runFlags, ...common(project))} "$@"
`;
}

/** Those of {@linkcode obeyed} that Deno gets, as a pattern. */
function kept(project: Project): string {
  return [...environmentOf(project), ...promised].filter((name) =>
    /^(DENO|NODE|OTEL)_/.test(name)
  ).join(" | ");
}

/** The lines that find what may be read and written. */
function paths(project: Project): string {
  const reads = (project.reads ?? []).map((path) => `"${path}"`);
  const all = ['"$temporary"', ...reads, '"\${PLUGIN_UNIX_SOCKET_DIR-}"'];
  const names = [
    "TMPDIR",
    ...reads.flatMap((path) => /\$\{?(\w+)/.exec(path)?.[1] ?? []),
    "PLUGIN_UNIX_SOCKET_DIR",
  ];
  return `temporary=\${TMPDIR:-/tmp}
export TMPDIR="$temporary"
for path in ${all.join(" \\\n  ")}; do
  case $path in *,*)
    echo "The ${
    titleOf(project)
  } provider cannot use $path: what follows the comma" >&2
    echo "would be a path of its own for Deno, and the provider could use it" >&2
    echo "too. Set ${names.slice(0, -1).join(", ")} or ${names.at(-1)}" >&2
    echo "to a path without a comma, whichever has led to this one." >&2
    exit 1
  esac
done
read=$temporary
${
    reads.length === 0 ? "" : `for path in ${reads.join(" \\\n  ")}; do
  if [ -n "$path" ]; then read=$read,$path; fi
done
`
  }if [ -n "\${PLUGIN_UNIX_SOCKET_DIR-}" ]; then
  temporary=$temporary,$PLUGIN_UNIX_SOCKET_DIR
  read=$read,$PLUGIN_UNIX_SOCKET_DIR
fi
if [ -n "$code" ]; then read=$read,$code; fi
`;
}

/** The lines that make the arguments of Deno. */
function start({ commands = {}, files = false }: Project): string {
  const narrow = files
    ? "--allow-read --allow-write"
    : '"--allow-read=$read" "--allow-write=$temporary"';
  const cases = Object.entries(commands).map(([name, permissions]) =>
    `${name}) set -- ${permissions.join(" ")} "$here/provider.js" "$@" ;;\n`
  );
  return `case \${1-} in
${cases.join("")}*) set -- ${narrow} "$program" "$@" ;;
esac`;
}
