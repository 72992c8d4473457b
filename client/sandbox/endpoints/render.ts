import { timestamp } from "../core/clock.ts";
import { isLoopback } from "../core/guard.ts";
import {
  copyObject,
  isObject,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { replicas } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

/** What the answer depends on besides the endpoint. */
export interface RenderOptions {
  /** Origin the request came in on. */
  readonly origin: string;
  /** Variables the service adds to `model.env` in its answers. */
  readonly addedEnv: Readonly<Record<string, string>>;
}

/** The endpoint as the API shows it: without secrets and credentials. */
export function render(
  record: EndpointRecord,
  options: RenderOptions,
): JsonObject {
  const spec = copyObject(record.spec);
  const model = objectAt(spec, "model");
  redact(model);
  addEnv(model, options.addedEnv);
  const { name, type, tags, provider, compute, ...rest } = spec;
  return {
    name: name ?? record.name,
    type: type ?? "private",
    tags: tags ?? [],
    provider: provider ?? {},
    healthRoute: healthRoute(record),
    compute: compute ?? {},
    ...rest,
    model,
    status: renderStatus(record, options.origin),
  };
}

/** The effective health route: that of the image, else `/health`. */
export function healthRoute(record: EndpointRecord): string {
  const image = objectAt(objectAt(record.spec, "model"), "image");
  return stringAt(Object.values(image)[0], "healthRoute", "/health");
}

/** Where the endpoint is reached; on loopback, below the sandbox itself. */
export function address(record: EndpointRecord, origin: string): string {
  const route = objectAt(record.spec, "route");
  const path = stringAt(route, "path").replace(/\/$/, "");
  const { hostname } = new URL(origin);
  if (isLoopback(hostname)) {
    const id = record.host.split(".")[0] ?? "";
    return `${origin}/_sandbox/inference/${id}${path}`;
  }
  return `https://${stringAt(route, "domain") || record.host}${path}`;
}

/** The `status` of an endpoint, with its address below the given origin. */
export function renderStatus(
  record: EndpointRecord,
  origin: string,
): JsonObject {
  const { ready, target } = replicas(record);
  const status: JsonObject = {
    createdAt: timestamp(record.createdAt),
    createdBy: { ...record.createdBy },
    updatedAt: timestamp(record.updatedAt),
    updatedBy: { ...record.updatedBy },
    private: isObject(record.spec.privateService)
      ? { serviceName: `com.amazonaws.vpce.${record.host.split(".")[0]}` }
      : null,
    state: record.state,
    message: record.message,
    readyReplica: ready,
    targetReplica: target,
  };
  if (record.routed) status.url = address(record, origin);
  if (record.reason !== undefined) status.errorMessage = record.reason;
  if (record.lastUsedAt !== undefined) {
    status.lastUsedAt = timestamp(record.lastUsedAt);
  }
  return status;
}

// Observers saw the names of secrets come back and never a value.
function redact(model: JsonObject): void {
  const secrets = objectAt(model, "secrets");
  for (const name of Object.keys(secrets)) secrets[name] = "";
  for (const fields of Object.values(objectAt(model, "image"))) {
    if (isObject(fields) && isObject(fields.credentials)) {
      fields.credentials = { username: "", password: null };
    }
  }
}

function addEnv(
  model: JsonObject,
  added: Readonly<Record<string, string>>,
): void {
  const env = objectAt(model, "env");
  for (const [name, value] of Object.entries(added)) env[name] ??= value;
  if (stringAt(model, "repository").includes("adds-hf-token")) {
    env.HF_TOKEN ??= "hf_added_by_the_service";
  }
}
