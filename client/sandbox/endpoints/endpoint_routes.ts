import type { Accounts } from "../core/accounts.ts";
import { badRequest } from "../core/failure.ts";
import {
  isObject,
  type JsonObject,
  stringAt,
  stringsAt,
} from "../core/json.ts";
import { bySeq, paginate } from "../core/pagination.ts";
import {
  accessCheck,
  type Call,
  type Handler,
  json,
  noContent,
  type Route,
  routes,
} from "../core/router.ts";
import { paidReadAccess, readAccess, writeAccess } from "./access_rules.ts";
import { renderCatalogue, renderQuotas } from "./compute.ts";
import { countReplicas, replicaIds } from "./lifecycle.ts";
import { openMetrics, renderGraphs } from "./metrics.ts";
import { merge } from "./normalize.ts";
import { renderEndpoint, renderStatus } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Makes the routes of endpoints. */
export function endpointRoutes(service: EndpointService): Route[] {
  const all = "/v2/endpoint/:namespace";
  const one = `${all}/:name`;
  const find = (call: Call) => service.find(call);
  const show = (call: Call, record: EndpointRecord) =>
    json(renderEndpoint(record, call.url.origin));
  const act =
    (action: string, change: (record: EndpointRecord) => void): Handler =>
    (call) => {
      const record = find(call);
      change(record);
      service.lifecycle.touch(record, service.actorOf(call.caller));
      service.log.add(call, `endpoint.${action}`, record.name);
      return show(call, record);
    };
  const { lifecycle } = service;
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => listEndpoints(service, call),
      [`GET ${one}`]: (call) => show(call, find(call)),
    }),
    ...routes(writeAccess, {
      [`POST ${all}`]: (call) => {
        const namespace = call.param("namespace");
        const record = service.create(
          namespace,
          call.readObject(),
          call.caller,
        );
        service.log.add(call, "endpoint.create", record.name);
        return show(call, record);
      },
    }, "endpoint creation"),
    ...routes(writeAccess, {
      [`PUT ${one}`]: (call) => {
        const record = find(call);
        service.update(record, call.readObject(), call.caller);
        service.log.add(call, "endpoint.update", record.name);
        return show(call, record);
      },
      [`DELETE ${one}`]: (call) => {
        const record = find(call);
        service.delete(record);
        service.log.add(call, "endpoint.delete", record.name);
        return json({});
      },
      [`POST ${one}/pause`]: act("pause", (one) => lifecycle.pause(one)),
      [`POST ${one}/resume`]: act("resume", (one) => lifecycle.resume(one)),
      [`POST ${one}/scale-to-zero`]: act(
        "scale-to-zero",
        (one) => lifecycle.scaleToZero(one),
      ),
    }),
  ];
}

function listEndpoints(service: EndpointService, call: Call): Response {
  const query = call.query;
  const tags = (query.get("tags") ?? "").split(",").filter((tag) => tag !== "");
  const search = query.get("search") ?? "";
  const found = service.list(call.param("namespace")).filter((record) => {
    const own = stringsAt(record.spec, "tags");
    return record.name.includes(search) &&
      tags.every((tag) => own.includes(tag));
  });
  const { items, next, previous } = paginate(found, query, {}, bySeq);
  return json({
    items: items.map((record) => renderEndpoint(record, call.url.origin)),
    totalItems: found.length,
    ...next && { nextCursor: next },
    ...previous && { prevCursor: previous },
  });
}

/** Makes the Hub's routes that check the access to endpoints. */
export function accessRoutes(
  accounts: Accounts,
  service: EndpointService,
): Route[] {
  const handle = accessCheck(
    accounts,
    ({ params: { namespace, endpoint } }) =>
      endpoint === undefined || service.get(namespace ?? "", endpoint),
  );
  const base = "POST /api/inference-endpoints";
  return ["/:namespace", "/:namespace/:endpoint"].flatMap((path) => [
    ...routes(readAccess, {
      [`${base}${path}/auth-check/:access(read|infer)`]: handle,
    }),
    ...routes(writeAccess, { [`${base}${path}/auth-check/write`]: handle }),
  ]);
}

/** Makes the routes of replicas, metrics, compute and quotas. */
export function observeRoutes(service: EndpointService): Route[] {
  const one = "/v2/endpoint/:namespace/:name";
  return [
    ...routes("public", {
      "GET /v2/provider": () =>
        json(renderCatalogue(service.quotas, undefined)),
    }),
    ...routes(paidReadAccess, {
      [`GET ${one}/open-metrics`]: (call) =>
        new Response(openMetrics(service.find(call)), {
          headers: {
            "content-type": "application/openmetrics-text; version=1.0.0",
          },
        }),
    }),
    ...routes(readAccess, {
      [`GET ${one}/replica`]: (call) =>
        json(renderReplicas(service.find(call))),
      [`POST ${one}/metrics`]: (call) =>
        json(renderGraphs(service.find(call), call.readObject())),
      "GET /v2/provider/quotas/:namespace": (call) =>
        json(
          renderQuotas(service.quotas, service.list(call.param("namespace"))),
        ),
      "GET /v2/provider/:namespace": (call) =>
        json(
          renderCatalogue(
            service.quotas,
            service.list(call.param("namespace")),
          ),
        ),
    }),
  ];
}

/** Renders the list of replicas. */
function renderReplicas(record: EndpointRecord): JsonObject {
  const { ready, target } = countReplicas(record);
  const count = record.state === "paused" ? 0 : Math.max(ready, target);
  return {
    items: replicaIds(record, count).map((id, index) => ({
      id,
      status: {
        stage: index < ready ? "ready" : record.state,
        live: index < ready,
      },
    })),
  };
}

/** Makes the routes that read and change endpoints behind the API's back. */
export function endpointControlRoutes(service: EndpointService): Route[] {
  const one = "/_sandbox/endpoints/:namespace/:name";
  return routes("public", {
    [`GET ${one}`]: (call) => json(renderStored(service.find(call), call)),
    [`PATCH ${one}`]: (call) => {
      const record = service.find(call);
      changeRecord(record, call.readObject());
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
    ...structuredClone(record.spec),
    status: renderStatus(record, call.url.origin),
  };
}

function changeRecord(record: EndpointRecord, body: JsonObject): void {
  const { status, ...patch } = body;
  const spec = structuredClone(record.spec);
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
