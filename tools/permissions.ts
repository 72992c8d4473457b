/**
 * What the provider's process may do, in one place: for the launcher, which
 * knows the user's folders, and for compiled executables, which do not.
 *
 * @module
 */

/**
 * The variables of the environment that the provider reads: names only, since
 * a pattern such as `TF_*` would show it `TF_TOKEN_…` and `TF_VAR_…`, which
 * are secrets of others.
 */
export const environment: readonly string[] = [
  // The CLI's side of the handshake.
  "TF_PLUGIN_MAGIC_COOKIE",
  "PLUGIN_PROTOCOL_VERSIONS",
  "PLUGIN_CLIENT_CERT",
  "PLUGIN_MULTIPLEX_GRPC",
  "PLUGIN_MIN_PORT",
  "PLUGIN_MAX_PORT",
  "PLUGIN_UNIX_SOCKET_DIR",
  "PLUGIN_UNIX_SOCKET_GROUP",
  // How it wants logs.
  "TF_LOG",
  "TF_LOG_PROVIDER",
  "TF_LOG_SDK",
  "TF_LOG_SDK_PROTO",
  // The user's settings for Hugging Face, and where the token file lies.
  "HF_ENDPOINT",
  "HF_INFERENCE_ENDPOINTS_URL",
  "HF_TOKEN",
  "HUGGING_FACE_HUB_TOKEN",
  "HF_TOKEN_PATH",
  "HF_HOME",
  "XDG_CACHE_HOME",
  "HOME",
  "USERPROFILE",
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

/** What holds for every form of the provider: no programs, no libraries. */
export const common: readonly string[] = [
  "--no-prompt",
  "--allow-net",
  `--allow-env=${environment.join(",")}`,
  // Libraries ask for others when they load: they find them not set.
  "--ignore-env",
];

/**
 * What is baked into a compiled executable.
 *
 * The folder for sockets and the one of the token file are named by the
 * user's environment, which is not known yet: reading and writing cannot be
 * narrowed here. No program can be run and no library be loaded.
 */
export const compiledPermissions: readonly string[] = [
  ...common,
  "--allow-read",
  "--allow-write",
];
