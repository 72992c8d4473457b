import { objectId } from "../core/accounts.ts";
import { timestamp } from "../core/clock.ts";
import { invalid, notFound } from "../core/failure.ts";
import { isObject, type JsonObject, stringAt } from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { paidWrites, reads, writes } from "./needs.ts";
import type { EndpointService } from "./service.ts";
import { decodeObject, type Fields, required, string } from "./shape.ts";
import type { EndpointRecord } from "./store.ts";

const domainBody: Fields = { domain: required(string) };
const cidrBody: Fields = {
  name: required(string),
  cidrList: required({ kind: "list", of: string }),
};

/** Routes of private services, domains and CIDR lists, with their store. */
export function networkRoutes(service: EndpointService): Route[] {
  const { domains } = service;
  const cidrs = new Map<string, Map<string, JsonObject>>();
  const removed = new Set<string>();
  let count = 0;
  return [
    ...privateServiceRoutes(service, removed),
    route(
      "GET",
      "/v2/network/domain/:namespace",
      reads,
      (call) => json({ items: domains.list(param(call, "namespace")) }),
    ),
    route("POST", "/v2/network/domain/:namespace", paidWrites, (call) => {
      const domain = stringAt(
        decodeObject(domainBody, readObject(call), ""),
        "domain",
      );
      if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)) {
        throw invalid(`domain: \`${domain}\` is not a domain name`);
      }
      return json(domains.add(param(call, "namespace"), domain));
    }),
    route("DELETE", "/v2/network/domain/:namespace/:id", paidWrites, (call) => {
      domains.remove(param(call, "namespace"), param(call, "id"));
      return json({});
    }),
    route(
      "GET",
      "/v2/network/cidr-list/:namespace",
      reads,
      (call) => json({ items: [...of(cidrs, call).values()] }),
    ),
    route("POST", "/v2/network/cidr-list/:namespace", writes, (call) => {
      const id = objectId("cidr-list", String(++count));
      const created = { id, ...readCidrs(call) };
      of(cidrs, call).set(id, created);
      return json(created);
    }),
    route("POST", "/v2/network/cidr-list/:namespace/:id", writes, (call) => {
      const id = param(call, "id");
      if (!of(cidrs, call).has(id)) throw notFound(`List ${id} not found`);
      const changed = { id, ...readCidrs(call) };
      of(cidrs, call).set(id, changed);
      return json(changed);
    }),
    route(
      "DELETE",
      "/v2/network/cidr-list/:namespace/:id",
      writes,
      (call) => remove(of(cidrs, call), call, "List"),
    ),
  ];
}

// A private service has no create route: it arises from an endpoint.
function privateServiceRoutes(
  service: EndpointService,
  removed: Set<string>,
): Route[] {
  const list = (call: Call) =>
    service.list(param(call, "namespace"))
      .filter((record) => isObject(record.spec.privateService))
      .map(privateService)
      .filter((one) => !removed.has(stringAt(one, "id")));
  return [
    route("GET", "/v2/network/private-service/:namespace", reads, (call) => {
      const query = call.url.searchParams;
      const account = query.get("account-id");
      const shared = query.get("shared");
      const items = list(call).filter(({ privateService: given }) =>
        isObject(given) &&
        (account === null || given.accountId === account) &&
        (shared === null || String(given.shared) === shared)
      );
      return json({ items });
    }),
    route(
      "DELETE",
      "/v2/network/private-service/:namespace/:id",
      writes,
      (call) => {
        const id = param(call, "id");
        if (!list(call).some((one) => one.id === id)) {
          throw notFound(`Private service ${id} not found`);
        }
        removed.add(id);
        return json({});
      },
    ),
  ];
}

function privateService(record: EndpointRecord): JsonObject {
  const given = isObject(record.spec.privateService)
    ? record.spec.privateService
    : {};
  return {
    id: objectId("private-service", record.host),
    createdAt: timestamp(record.createdAt),
    endpointName: record.name,
    privateService: {
      accountId: stringAt(given, "accountId"),
      ...(given.region === undefined ? {} : { region: given.region }),
      shared: given.shared === true,
    },
    status: {
      lb_ips: [],
      region: stringAt(given, "region", "us-east-1"),
      service_name: `com.amazonaws.vpce.${record.host.split(".")[0]}`,
      stage: "ready",
    },
  };
}

function readCidrs(call: Call): JsonObject {
  const body = decodeObject(cidrBody, readObject(call), "");
  const list = Array.isArray(body.cidrList) ? body.cidrList : [];
  for (const cidr of list) {
    if (!/^[0-9a-fA-F.:]+\/\d{1,3}$/.test(String(cidr))) {
      throw invalid(`cidrList: \`${cidr}\` is not an address range`);
    }
  }
  return body;
}

function of(
  store: Map<string, Map<string, JsonObject>>,
  call: Call,
): Map<string, JsonObject> {
  const namespace = param(call, "namespace");
  let items = store.get(namespace);
  if (items === undefined) {
    items = new Map();
    store.set(namespace, items);
  }
  return items;
}

function remove(
  items: Map<string, JsonObject>,
  call: Call,
  kind: string,
): Response {
  const id = param(call, "id");
  if (!items.delete(id)) throw notFound(`${kind} ${id} not found`);
  return json({});
}
