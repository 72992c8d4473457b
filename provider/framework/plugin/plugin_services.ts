import { type Call, type Methods, RpcError, Status } from "./call.ts";

/**
 * The service by which both sides could open further connections. Terraform
 * providers need none: the stream that the client opens is kept until the
 * client ends it, and what comes on it is not read.
 */
export const BROKER_METHODS: Methods = {
  "/plugin.GRPCBroker/StartStream": { kind: "ignore" },
};

/**
 * The service that ends the process. `shutdown` is called at once and must
 * leave time for the response to be sent.
 */
export function controllerMethods(
  shutdown: () => void,
): Methods {
  return {
    "/plugin.GRPCController/Shutdown": {
      kind: "unary",
      handle: () => {
        shutdown();
        return Promise.resolve(new Uint8Array());
      },
    },
  };
}

/** The name under which go-plugin clients ask for the plugin's health. */
const SERVICE = "plugin";

/** The standard health service: while the process lives, it serves. */
export const HEALTH_METHODS: Methods = {
  "/grpc.health.v1.Health/Check": { kind: "unary", handle: checkHealth },
  "/grpc.health.v1.Health/List": { kind: "unary", handle: listHealth },
  "/grpc.health.v1.Health/Watch": {
    kind: "server-stream",
    handle: watchHealth,
  },
};

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

/**
 * The service that could carry stdout and stderr. The client opens its stream
 * at once and takes an end for an error, so the stream stays open and silent:
 * what came over it, the CLI would log as unexpected.
 */
export const STDIO_METHODS: Methods = {
  "/plugin.GRPCStdio/StreamStdio": {
    kind: "server-stream",
    handle: staySilent,
  },
};

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
