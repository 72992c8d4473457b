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
  type Call,
  objectRoutes,
  renderAccess,
  type Route,
  routes,
} from "../core/router.ts";
import { paidReadAccess, readAccess, writeAccess } from "./access_rules.ts";
import { renderCatalogue, renderQuotas } from "./compute.ts";
import { countReplicas, replicaIds } from "./lifecycle.ts";
import { openMetrics, renderGraphs } from "./metrics.ts";
import { mergeSpec } from "./normalize.ts";
import { renderEndpoint, renderStatus } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Makes the routes of endpoints. */
export function endpointRoutes(service: EndpointService): Route[] {
  const all = "/v2/endpoint/:namespace";
  const one = `${all}/:name`;
  const find = (call: Call) => service.find(call);
  const show = (call: Call, record: EndpointRecord) =>
    renderEndpoint(record, call.url.origin);
  const log = (call: Call, action: string, record: EndpointRecord) => {
    service.log.add(call, `endpoint.${action}`, record.name);
    return show(call, record);
  };
  const act =
    (action: "pause" | "resume" | "scale-to-zero", change: EndpointChange) =>
    (call: Call, record: EndpointRecord) => {
      change(record);
      service.lifecycle.touch(record, service.actorOf(call.caller));
      return log(call, action, record);
    };
  const { lifecycle } = service;
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => listEndpoints(service, call),
    }),
    ...objectRoutes(readAccess, one, find, { GET: show }),
    ...routes(writeAccess, {
      [`POST ${all}`]: (call) => {
        const [namespace, body] = [call.param("namespace"), call.readObject()];
        const record = service.create(namespace, body, call.caller);
        return log(call, "create", record);
      },
    }),
    ...objectRoutes(writeAccess, one, find, {
      PUT: (call, record) => {
        service.update(record, call.readObject(), call.caller);
        return log(call, "update", record);
      },
      DELETE: (call, record) => {
        service.delete(record);
        log(call, "delete", record);
        return {};
      },
      "POST /pause": act("pause", (one) => lifecycle.pause(one)),
      "POST /resume": act("resume", (one) => lifecycle.resume(one)),
      "POST /scale-to-zero": act(
        "scale-to-zero",
        (one) => lifecycle.scaleToZero(one),
      ),
    }),
  ];
}

type EndpointChange = (record: EndpointRecord) => void;

function listEndpoints(service: EndpointService, call: Call): JsonObject {
  const query = call.query;
  const tags = (query.get("tags") ?? "").split(",").filter((tag) => tag !== "");
  const search = query.get("search") ?? "";
  const found = service.list(call.param("namespace")).filter((record) => {
    const own = stringsAt(record.spec, "tags");
    return record.name.includes(search) &&
      tags.every((tag) => own.includes(tag));
  });
  const { items, next, previous } = paginate(found, query, {}, bySeq);
  return {
    items: items.map((record) => renderEndpoint(record, call.url.origin)),
    totalItems: found.length,
    ...next && { nextCursor: next },
    ...previous && { prevCursor: previous },
  };
}

/** Makes the Hub's routes that check the access to endpoints. */
export function accessRoutes(
  accounts: Accounts,
  service: EndpointService,
): Route[] {
  const all = "/api/inference-endpoints/:namespace";
  const find = (call: Call) => {
    const { namespace = "", endpoint } = call.params;
    if (endpoint !== undefined) service.get(namespace, endpoint);
  };
  const show = (call: Call) => renderAccess(accounts, call);
  return [all, `${all}/:endpoint`].flatMap((path) => [
    ...objectRoutes(readAccess, path, find, {
      "POST /auth-check/:access(read|infer)": show,
    }),
    ...objectRoutes(writeAccess, path, find, {
      "POST /auth-check/write": show,
    }),
  ]);
}

/** Makes the routes of replicas, metrics, compute and quotas. */
export function observeRoutes(service: EndpointService): Route[] {
  const one = "/v2/endpoint/:namespace/:name";
  const find = (call: Call) => service.find(call);
  const list = (call: Call) => service.list(call.param("namespace"));
  const { quotas } = service;
  return [
    ...routes("public", {
      "GET /v2/provider": () => renderCatalogue(quotas, undefined),
    }),
    ...objectRoutes(paidReadAccess, one, find, {
      "GET /open-metrics": (_, record) => {
        const type = "application/openmetrics-text; version=1.0.0";
        const headers = { "content-type": type };
        return new Response(openMetrics(record), { headers });
      },
    }),
    ...objectRoutes(readAccess, one, find, {
      "GET /replica": (_, record) => renderReplicas(record),
      "POST /metrics": (call, record) =>
        renderGraphs(record, call.readObject()),
    }),
    ...routes(readAccess, {
      "GET /v2/provider/quotas/:namespace": (call) =>
        renderQuotas(quotas, list(call)),
      "GET /v2/provider/:namespace": (call) =>
        renderCatalogue(quotas, list(call)),
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
  return objectRoutes("public", one, (call) => service.find(call), {
    GET: (call, record) => renderStored(record, call),
    PATCH: (call, record) => {
      changeRecord(record, call.readObject());
      return renderStored(record, call);
    },
    DELETE: (_, record) => service.store.remove(record),
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
  mergeSpec(spec, patch, "merge");
  record.spec = spec;
  if (status === undefined) return;
  if (!isObject(status)) throw badRequest("status must be an object");
  record.transitions = [];
  record.state = stringAt(status, "state", record.state);
  record.message = stringAt(status, "message", record.message);
  record.reason = stringAt(status, "errorMessage") || undefined;
  if (record.state !== "pending") record.hasUrl = true;
}
