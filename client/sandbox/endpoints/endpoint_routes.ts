import type { Sleep } from "../core/clock.ts";
import { stringsAt } from "../core/json.ts";
import { paginate } from "../core/pagination.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { stream } from "../core/stream.ts";
import { reads, writes } from "./needs.ts";
import { render, type RenderOptions } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Told of each change, for the audit log. */
export type Audit = (call: Call, action: string, name: string) => void;

/** How the routes of endpoint objects behave. */
export interface EndpointBehavior {
  /** Variables the service adds to `model.env` in its answers. */
  readonly addedEnv: Readonly<Record<string, string>>;
  /** Waits between two looks for a change. */
  readonly sleep: Sleep;
}

/** Routes of endpoint objects. */
export function endpointRoutes(
  service: EndpointService,
  behavior: EndpointBehavior,
  audit: Audit,
): Route[] {
  const one = "/v2/endpoint/:namespace/:name";
  const options = (call: Call): RenderOptions => ({
    origin: call.url.origin,
    addedEnv: behavior.addedEnv,
  });
  const show = (call: Call, record: EndpointRecord) =>
    json(render(record, options(call)));
  const find = (call: Call) =>
    service.get(param(call, "namespace"), param(call, "name"));
  const act = (
    action: string,
    change: (record: EndpointRecord) => void,
  ): Route =>
    route("POST", `${one}/${action}`, writes, (call) => {
      const record = find(call);
      change(record);
      service.lifecycle.touch(record, service.actor(call.caller));
      audit(call, `endpoint.${action}`, record.name);
      return show(call, record);
    });
  return [
    route(
      "GET",
      "/v2/endpoint/:namespace",
      reads,
      (call) => list(service, call, options(call)),
    ),
    route("POST", "/v2/endpoint/:namespace", writes, (call) => {
      const namespace = param(call, "namespace");
      const record = service.create(namespace, readObject(call), call);
      audit(call, "endpoint.create", record.name);
      return show(call, record);
    }, "endpoint creation"),
    route("GET", one, reads, (call) => show(call, find(call))),
    route("PUT", one, writes, (call) => {
      const record = find(call);
      service.update(record, readObject(call), call.caller);
      audit(call, "endpoint.update", record.name);
      return show(call, record);
    }),
    route("DELETE", one, writes, (call) => {
      const record = find(call);
      service.delete(record);
      audit(call, "endpoint.delete", record.name);
      return json({});
    }),
    // Known from one third-party client only: the endpoint at each change.
    route(
      "GET",
      `${one}/sse`,
      reads,
      (call) => events(service, call, find(call), behavior),
    ),
    act("pause", (record) => service.lifecycle.pause(record)),
    act("resume", (record) => service.lifecycle.resume(record)),
    act("scale-to-zero", (record) => service.lifecycle.scaleToZero(record)),
    act("agent/debug", () => {}),
  ];
}

function list(
  service: EndpointService,
  call: Call,
  options: RenderOptions,
): Response {
  const query = call.url.searchParams;
  const tags = (query.get("tags") ?? "").split(",").filter((tag) => tag !== "");
  const search = query.get("search") ?? "";
  const found = service.list(param(call, "namespace")).filter((record) => {
    const own = stringsAt(record.spec, "tags");
    return record.name.includes(search) &&
      tags.every((tag) => own.includes(tag));
  });
  const page = paginate(found, query);
  return json({
    items: page.items.map((record) => render(record, options)),
    totalItems: found.length,
    ...(page.next === undefined ? {} : { nextCursor: page.next }),
    ...(page.previous === undefined ? {} : { prevCursor: page.previous }),
  });
}

function events(
  service: EndpointService,
  call: Call,
  record: EndpointRecord,
  { addedEnv, sleep }: EndpointBehavior,
): Response {
  let last = "";
  const next = () => {
    const { namespace, name } = record;
    if (service.store.find(namespace, name) !== record) return undefined;
    service.lifecycle.settle(record);
    const options = { origin: call.url.origin, addedEnv };
    const now = `data: ${JSON.stringify(render(record, options))}\n\n`;
    if (now === last) return "";
    last = now;
    return now;
  };
  const type = "text/event-stream";
  return stream({ next, type, sleep, signal: call.signal });
}
