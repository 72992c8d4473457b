import { publicAccess } from "../core/accounts.ts";
import { badRequest } from "../core/failure.ts";
import {
  copyObject,
  isObject,
  type JsonObject,
  stringAt,
} from "../core/json.ts";
import {
  type Call,
  json,
  noContent,
  readObject,
  type Route,
  routes,
} from "../core/router.ts";
import { merge } from "./normalize.ts";
import { renderStatus } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Makes the routes that read and change endpoints behind the API's back. */
export function endpointControlRoutes(service: EndpointService): Route[] {
  const one = "/_sandbox/endpoints/:namespace/:name";
  return routes(publicAccess, {
    [`GET ${one}`]: (call) => json(renderStored(service.find(call), call)),
    [`PATCH ${one}`]: (call) => {
      const record = service.find(call);
      changeRecord(record, readObject(call));
      return json(renderStored(record, call));
    },
    [`DELETE ${one}`]: (call) => {
      service.store.remove(service.find(call));
      return noContent();
    },
  });
}

/** Renders an endpoint with its secrets, which the API never shows. */
function renderStored(record: EndpointRecord, call: Call): JsonObject {
  return {
    ...copyObject(record.spec),
    status: renderStatus(record, call.url.origin),
  };
}

function changeRecord(record: EndpointRecord, body: JsonObject): void {
  const { status, ...patch } = body;
  const spec = copyObject(record.spec);
  merge(spec, patch, "merge");
  record.spec = spec;
  if (status === undefined) return;
  if (!isObject(status)) throw badRequest("status must be an object");
  record.transitions = [];
  record.state = stringAt(status, "state", record.state);
  record.message = stringAt(status, "message", record.message);
  record.reason = stringAt(status, "errorMessage") || undefined;
  if (record.state !== "pending") record.hasUrl = true;
}
