import type { Sleep } from "../core/clock.ts";
import { stringsAt } from "../core/json.ts";
import { paginate } from "../core/pagination.ts";
import {
  type Call,
  type Handler,
  json,
  param,
  readObject,
  type Route,
  routes,
} from "../core/router.ts";
import { formatEvent, streamResponse } from "../core/stream.ts";
import { readAccess, writeAccess } from "./access_rules.ts";
import { renderEndpoint } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Adds an action to the audit log. */
export type Audit = (call: Call, action: string, name: string) => void;

/** Makes the routes of endpoints. */
export function endpointRoutes(
  service: EndpointService,
  sleep: Sleep,
  audit: Audit,
): Route[] {
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
      audit(call, `endpoint.${action}`, record.name);
      return show(call, record);
    };
  const { lifecycle } = service;
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => listEndpoints(service, call),
      [`GET ${one}`]: (call) => show(call, find(call)),
      // Known from one third-party client only: the endpoint at each change.
      [`GET ${one}/sse`]: (call) => streamChanges(service, sleep, call),
    }),
    ...routes(writeAccess, {
      [`POST ${all}`]: (call) => {
        const namespace = param(call, "namespace");
        const record = service.create(namespace, readObject(call), call.caller);
        audit(call, "endpoint.create", record.name);
        return show(call, record);
      },
    }, "endpoint creation"),
    ...routes(writeAccess, {
      [`PUT ${one}`]: (call) => {
        const record = find(call);
        service.update(record, readObject(call), call.caller);
        audit(call, "endpoint.update", record.name);
        return show(call, record);
      },
      [`DELETE ${one}`]: (call) => {
        const record = find(call);
        service.delete(record);
        audit(call, "endpoint.delete", record.name);
        return json({});
      },
      [`POST ${one}/pause`]: act("pause", (one) => lifecycle.pause(one)),
      [`POST ${one}/resume`]: act("resume", (one) => lifecycle.resume(one)),
      [`POST ${one}/scale-to-zero`]: act(
        "scale-to-zero",
        (one) => lifecycle.scaleToZero(one),
      ),
      [`POST ${one}/agent/debug`]: act("agent/debug", () => {}),
    }),
  ];
}

function listEndpoints(service: EndpointService, call: Call): Response {
  const query = call.url.searchParams;
  const tags = (query.get("tags") ?? "").split(",").filter((tag) => tag !== "");
  const search = query.get("search") ?? "";
  const found = service.list(param(call, "namespace")).filter((record) => {
    const own = stringsAt(record.spec, "tags");
    return record.name.includes(search) &&
      tags.every((tag) => own.includes(tag));
  });
  const { items, next, previous } = paginate(found, query);
  return json({
    items: items.map((record) => renderEndpoint(record, call.url.origin)),
    totalItems: found.length,
    ...next && { nextCursor: next },
    ...previous && { prevCursor: previous },
  });
}

function streamChanges(
  service: EndpointService,
  sleep: Sleep,
  call: Call,
): Response {
  const record = service.find(call);
  let last = "";
  const next = () => {
    if (!service.store.has(record)) return undefined;
    service.lifecycle.settle(record);
    const event = formatEvent(renderEndpoint(record, call.url.origin));
    if (event === last) return "";
    last = event;
    return event;
  };
  return streamResponse({ next, sleep, signal: call.signal });
}
