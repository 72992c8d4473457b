/**
 * The script that starts the bundled provider on the user's Deno.
 *
 * @module
 */
import { engineFlags } from "./engine_flags.ts";
import { common } from "./permissions.ts";

/** Where Deno keeps things on this system, for a shell. */
const denoFolder = Deno.build.os === "darwin"
  ? "${HOME-}/Library/Caches/deno"
  : "${XDG_CACHE_HOME:-${HOME-}/.cache}/deno";

/**
 * The text of the launcher, for a POSIX shell.
 *
 * It takes the Deno of `HF_PROVIDER_DENO`, else the one that built the
 * provider, else one on PATH, else one that npx has fetched. The usual ways
 * start no other process first: Terraform starts a provider several times a
 * command.
 *
 * @param builder The path of the Deno that builds the provider.
 */
export function launcher(builder: string): string {
  return `#!/bin/sh
# Starts the Hugging Face provider on Deno; written by "deno task build".
here=\${0%/*}
if [ ! -f "$here/provider.js" ]; then
  self=$(readlink -f "$0")
  here=\${self%/*}
fi

deno=\${HF_PROVIDER_DENO-}
if [ -z "$deno" ]; then
  deno=${quoted(builder)}
  if [ ! -x "$deno" ]; then
    deno=$(command -v deno)
    npx=\${npm_config_cache:-$HOME/.npm}/_npx
    for found in "$npx"/*/node_modules/@deno/*/deno; do
      if [ -z "$deno" ] && [ -x "$found" ]; then deno=$found; fi
    done
  fi
fi
if [ -z "$deno" ] || ! command -v "$deno" >/dev/null; then
  echo "The Hugging Face provider needs Deno 2.7.14 or newer and finds none." >&2
  echo "Install it (https://docs.deno.com/runtime/) so that it is on PATH," >&2
  echo "or set HF_PROVIDER_DENO to the path of its executable." >&2
  exit 1
fi

temporary=\${TMPDIR:-/tmp}
case $temporary in /*) ;; *) temporary=$PWD/$temporary ;; esac
export TMPDIR="$temporary"
cache=\${HF_HOME:-\${XDG_CACHE_HOME:-\${HOME:-/}/.cache}/huggingface}
for path in "$temporary" "$cache" "\${HF_TOKEN_PATH-}" \\
  "\${PLUGIN_UNIX_SOCKET_DIR-}"; do
  case $path in *,*)
    echo "The Hugging Face provider cannot use $path: what follows the comma" >&2
    echo "would be a path of its own for Deno, and the provider could use it" >&2
    echo "too. Set TMPDIR, HF_HOME, HF_TOKEN_PATH or PLUGIN_UNIX_SOCKET_DIR" >&2
    echo "to a path without a comma, whichever has led to this one." >&2
    exit 1
  esac
done
read=$temporary,$cache\${HF_TOKEN_PATH:+,$HF_TOKEN_PATH}
if [ -n "\${PLUGIN_UNIX_SOCKET_DIR-}" ]; then
  temporary=$temporary,$PLUGIN_UNIX_SOCKET_DIR
  read=$read,$PLUGIN_UNIX_SOCKET_DIR
fi
if [ -n "\${PLUGIN_UNIX_SOCKET_GROUP-}" ]; then read=$read,/etc/group; fi

if [ "\${1-}" = export ]; then
  set -- --allow-read --allow-write "$here/provider.js" "$@"
else
  set -- "--allow-read=$read" "--allow-write=$temporary" \\
    "$here/provider.js" "$@"
fi
# Compiled code is kept only where nobody else could have put some.
kept=\${DENO_DIR:-${denoFolder}}
if [ ! -O "$kept" ]; then set -- --no-code-cache "$@"; fi
export DENO_NO_UPDATE_CHECK=1
exec "$deno" run --quiet --no-config --no-lock --no-remote --no-npm \\
  ${[...engineFlags, ...common].map(quoted).join(" ")} "$@"
`;
}

/** A text as one word for the shell. */
function quoted(text: string): string {
  return /^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
