import { type Call, RpcError, type RpcService, Status } from "./call.ts";

/**
 * The services that every plugin has beside its own, by their names.
 *
 * - The one that ends the process: `shutdown` is called at once and must leave
 *   time for the response to be sent.
 * - The one that could carry stdout and stderr. The client opens its stream at
 *   once and takes an end for an error, so the stream stays open and silent:
 *   what came over it, the CLI would log as unexpected.
 * - The standard health service: while the process lives, it serves.
 */
export function pluginServices(
  shutdown: () => void,
): Readonly<Record<string, RpcService>> {
  const Shutdown = () => {
    shutdown();
    return Promise.resolve(new Uint8Array());
  };
  return {
    "plugin.GRPCController": { unary: { Shutdown }, serverStream: {} },
    "plugin.GRPCStdio": {
      unary: {},
      serverStream: { StreamStdio: staySilent },
    },
    "grpc.health.v1.Health": {
      unary: { Check: checkHealth, List: listHealth },
      serverStream: { Watch: watchHealth },
    },
  };
}

/** The name under which go-plugin clients ask for the plugin's health. */
const SERVICE = "plugin";

function load() {
  return import("@hf-terraform/tfplugin/health");
}

async function checkHealth(request: Uint8Array): Promise<Uint8Array> {
  const { health } = await load();
  const { service } = health.HealthCheckRequest.decode(request);
  if (service !== SERVICE && service !== "") {
    throw new RpcError(Status.NOT_FOUND, `There is no service ${service}`);
  }
  const { SERVING } = health.HealthCheckResponse.ServingStatus;
  return health.HealthCheckResponse.encode({ status: SERVING }).finish();
}

async function listHealth(): Promise<Uint8Array> {
  const { health } = await load();
  const { SERVING } = health.HealthCheckResponse.ServingStatus;
  const statuses = { [SERVICE]: { status: SERVING } };
  return health.HealthListResponse.encode({ statuses }).finish();
}

async function* watchHealth(
  request: Uint8Array,
  call: Call,
): AsyncGenerator<Uint8Array, void> {
  yield await checkHealth(request);
  await whenAborted(call.signal);
}

// deno-lint-ignore require-yield -- silence is what it is for
async function* staySilent(
  _request: Uint8Array,
  call: Call,
): AsyncGenerator<Uint8Array, void> {
  await whenAborted(call.signal);
}

/** Resolves when `signal` is aborted. */
function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
