import { formatNanoseconds } from "../core/clock.ts";
import { isLoopback } from "../core/access_guard.ts";
import { isObject, type JsonObject, objectAt, stringAt } from "../core/json.ts";
import { countReplicas } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

/** Renders an endpoint without secrets and credentials. */
export function renderEndpoint(
  record: EndpointRecord,
  origin: string,
): JsonObject {
  const spec = structuredClone(record.spec);
  const model = objectAt(spec, "model");
  redactModel(model);
  const { name, type, tags, provider, compute, ...rest } = spec;
  return {
    name: name ?? record.name,
    type: type ?? "private",
    tags: tags ?? [],
    provider: provider ?? {},
    healthRoute: healthRouteOf(record),
    compute: compute ?? {},
    ...rest,
    model,
    status: renderStatus(record, origin),
  };
}

/** Returns the health route of the image, or the default. */
export function healthRouteOf(record: EndpointRecord): string {
  const image = objectAt(objectAt(record.spec, "model"), "image");
  return stringAt(Object.values(image)[0], "healthRoute", "/health");
}

/** Returns the URL of an endpoint; on loopback, below the sandbox itself. */
function urlOf(record: EndpointRecord, origin: string): string {
  const route = objectAt(record.spec, "route");
  const path = stringAt(route, "path").replace(/\/$/, "");
  const { hostname } = new URL(origin);
  if (isLoopback(hostname)) {
    const id = record.host.split(".")[0] ?? "";
    return `${origin}/_sandbox/inference/${id}${path}`;
  }
  return `https://${stringAt(route, "domain") || record.host}${path}`;
}

/** Renders the `status` of an endpoint. */
export function renderStatus(
  record: EndpointRecord,
  origin: string,
): JsonObject {
  const { ready, target } = countReplicas(record);
  const status: JsonObject = {
    createdAt: formatNanoseconds(record.createdAt),
    createdBy: { ...record.createdBy },
    updatedAt: formatNanoseconds(record.updatedAt),
    updatedBy: { ...record.updatedBy },
    private: isObject(record.spec.privateService)
      ? { serviceName: `com.amazonaws.vpce.${record.host.split(".")[0]}` }
      : null,
    state: record.state,
    message: record.message,
    readyReplica: ready,
    targetReplica: target,
  };
  if (record.hasUrl) status.url = urlOf(record, origin);
  if (record.reason !== undefined) status.errorMessage = record.reason;
  if (record.lastUsedAt !== undefined) {
    status.lastUsedAt = formatNanoseconds(record.lastUsedAt);
  }
  return status;
}

// Observers saw the names of secrets come back and never a value.
function redactModel(model: JsonObject): void {
  const secrets = objectAt(model, "secrets");
  for (const name of Object.keys(secrets)) secrets[name] = "";
  for (const fields of Object.values(objectAt(model, "image"))) {
    if (isObject(fields) && isObject(fields.credentials)) {
      fields.credentials = { username: "", password: null };
    }
  }
}
