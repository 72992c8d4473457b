/**
 * The permissions of the provider's process, in one place: for the launcher,
 * which knows the user's folders, and for compiled executables, which do not.
 *
 * @module
 */

import type { Project } from "./project.ts";

/** The variables that every provider reads. */
const always: readonly string[] = [
  // The CLI's side of the handshake.
  "TF_PLUGIN_MAGIC_COOKIE",
  "PLUGIN_PROTOCOL_VERSIONS",
  "PLUGIN_CLIENT_CERT",
  "PLUGIN_MULTIPLEX_GRPC",
  "PLUGIN_MIN_PORT",
  "PLUGIN_MAX_PORT",
  "PLUGIN_UNIX_SOCKET_DIR",
  // How it wants logs.
  "TF_LOG",
  "TF_LOG_PROVIDER",
  "TF_LOG_SDK",
  "TF_LOG_SDK_PROTO",
  // Whether it is under test.
  "TF_ACC",
  // Whom requests go through, and whom they trust.
  "NO_PROXY",
  "no_proxy",
  "DENO_TLS_CA_STORE",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  // Where sockets go.
  "TMPDIR",
  "TMP",
  "TEMP",
];

/**
 * The variables of the environment that a provider reads: names only, since a
 * pattern such as `TF_*` would show it `TF_TOKEN_…` and `TF_VAR_…`, which are
 * secrets of others.
 */
export function environmentOf(
  { environment = [] }: Pick<Project, "environment">,
): string[] {
  return [...always, ...environment];
}

/** The permissions of every form of a provider: no programs, no libraries. */
export function common(project: Pick<Project, "environment">): string[] {
  return [
    "--no-prompt",
    "--allow-net",
    // Whether a file that only its owner may have written is the user's.
    "--allow-sys=uid",
    `--allow-env=${environmentOf(project).join(",")}`,
    // Libraries ask for others when they load: they find them not set.
    "--ignore-env",
  ];
}

/**
 * Returns the permissions of a compiled executable.
 *
 * The folders for sockets and for what the provider reads are named by the
 * user's environment, which is not known yet: reading and writing cannot be
 * narrowed here. No program can be run and no library be loaded.
 */
export function compiledPermissions(
  project: Pick<Project, "environment">,
): string[] {
  return [...common(project), "--allow-read", "--allow-write"];
}
