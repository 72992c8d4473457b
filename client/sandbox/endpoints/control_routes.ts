import { open } from "../core/accounts.ts";
import { badRequest } from "../core/failure.ts";
import {
  copyObject,
  isObject,
  type Json,
  type JsonObject,
  stringAt,
} from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { merge } from "./normalize.ts";
import { renderStatus } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

const one = "/_sandbox/endpoints/:namespace/:name";

/** Routes to look into endpoints and change them behind the API's back. */
export function endpointControlRoutes(service: EndpointService): Route[] {
  const find = (call: Call) =>
    service.get(param(call, "namespace"), param(call, "name"));
  return [
    route("GET", one, open, (call) => json(raw(find(call), call))),
    route("PATCH", one, open, (call) => {
      const record = find(call);
      change(record, readObject(call));
      return json(raw(record, call));
    }),
    route("DELETE", one, open, (call) => {
      service.store.remove(find(call));
      return new Response(null, { status: 204 });
    }),
  ];
}

/** The stored endpoint with its secrets, which the API never shows. */
function raw(record: EndpointRecord, call: Call): JsonObject {
  return {
    ...copyObject(record.spec),
    status: renderStatus(record, call.url.origin),
  };
}

function change(record: EndpointRecord, body: JsonObject): void {
  const { status, ...patch } = body;
  const spec = copyObject(record.spec);
  merge(spec, patch, "merge");
  record.spec = spec;
  if (status !== undefined) changeStatus(record, status);
}

function changeStatus(record: EndpointRecord, status: Json): void {
  const state = stringAt(status, "state", record.state);
  if (!isObject(status)) throw badRequest("status must be an object");
  record.transitions = [];
  record.state = state;
  record.message = stringAt(status, "message", record.message);
  record.reason = stringAt(status, "errorMessage") || undefined;
  if (state !== "pending") record.routed = true;
}
