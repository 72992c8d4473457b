import type { Call, Methods } from "./call.ts";
import { RpcError, Status } from "./status.ts";
import { whenAborted } from "./stdio.ts";

/** The name under which go-plugin clients ask for the plugin's health. */
const SERVICE = "plugin";

/** The standard health service: while the process lives, it serves. */
export const HEALTH_METHODS: Methods = {
  "/grpc.health.v1.Health/Check": { kind: "unary", handle: check },
  "/grpc.health.v1.Health/List": { kind: "unary", handle: list },
  "/grpc.health.v1.Health/Watch": { kind: "server-stream", handle: watch },
};

function load() {
  return import("../../../proto/gen/health.ts");
}

async function check(request: Uint8Array): Promise<Uint8Array> {
  const { health } = await load();
  const { service } = health.HealthCheckRequest.decode(request);
  if (service !== SERVICE && service !== "") {
    throw new RpcError(Status.NOT_FOUND, `There is no service ${service}`);
  }
  const { SERVING } = health.HealthCheckResponse.ServingStatus;
  return health.HealthCheckResponse.encode({ status: SERVING }).finish();
}

async function list(): Promise<Uint8Array> {
  const { health } = await load();
  const { SERVING } = health.HealthCheckResponse.ServingStatus;
  const statuses = { [SERVICE]: { status: SERVING } };
  return health.HealthListResponse.encode({ statuses }).finish();
}

async function* watch(
  request: Uint8Array,
  call: Call,
): AsyncGenerator<Uint8Array, void> {
  yield await check(request);
  await whenAborted(call.signal);
}
