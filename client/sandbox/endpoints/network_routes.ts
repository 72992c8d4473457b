import { objectId } from "../core/accounts.ts";
import { formatNanoseconds } from "../core/clock.ts";
import { notFound, validationFailed } from "../core/failure.ts";
import { isObject, type JsonObject, objectAt, stringAt } from "../core/json.ts";
import { type Call, objectRoutes, type Route, routes } from "../core/router.ts";
import { paidWriteAccess, readAccess, writeAccess } from "./access_rules.ts";
import type { EndpointService } from "./service.ts";
import {
  decodeObject,
  type Fields,
  requiredField,
  string,
  strings,
} from "./shape.ts";
import type { EndpointRecord } from "./store.ts";

const domainBody: Fields = { domain: requiredField(string) };
const cidrBody: Fields = {
  name: requiredField(string),
  cidrList: requiredField(strings),
};

/** Makes the routes of private services, domains and CIDR lists. */
export function networkRoutes(service: EndpointService): Route[] {
  return [
    ...privateServiceRoutes(service),
    ...domainRoutes(service),
    ...cidrListRoutes(),
  ];
}

function domainRoutes({ domains }: EndpointService): Route[] {
  const all = "/v2/network/domain/:namespace";
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => ({
        items: domains.list(call.param("namespace")),
      }),
    }),
    ...routes(paidWriteAccess, {
      [`POST ${all}`]: (call) => {
        const body = decodeObject(domainBody, call.readObject(), "");
        const domain = stringAt(body, "domain");
        if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)) {
          throw validationFailed(`domain: \`${domain}\` is not a domain name`);
        }
        return domains.add(call.param("namespace"), domain);
      },
      [`DELETE ${all}/:id`]: (call) => {
        domains.remove(call.param("namespace"), call.param("id"));
        return {};
      },
    }),
  ];
}

function cidrListRoutes(): Route[] {
  const all = "/v2/network/cidr-list/:namespace";
  const namespaces = new Map<string, Map<string, JsonObject>>();
  let count = 0;
  const listsOf = (call: Call) => {
    const namespace = call.param("namespace");
    const lists = namespaces.get(namespace) ?? new Map<string, JsonObject>();
    namespaces.set(namespace, lists);
    return lists;
  };
  const set = (call: Call, id: string) => {
    const list = { id, ...readCidrList(call) };
    listsOf(call).set(id, list);
    return list;
  };
  const findId = (call: Call) => {
    const id = call.param("id");
    if (listsOf(call).has(id)) return id;
    throw notFound(`List ${id} not found`);
  };
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => ({ items: [...listsOf(call).values()] }),
    }),
    ...routes(writeAccess, {
      [`POST ${all}`]: (call) =>
        set(call, objectId("cidr-list", String(++count))),
    }),
    ...objectRoutes(writeAccess, `${all}/:id`, findId, {
      POST: set,
      DELETE: (call, id) => {
        listsOf(call).delete(id);
        return {};
      },
    }),
  ];
}

function readCidrList(call: Call): JsonObject {
  const body = decodeObject(cidrBody, call.readObject(), "");
  const list = Array.isArray(body.cidrList) ? body.cidrList : [];
  for (const cidr of list) {
    if (!/^[0-9a-fA-F.:]+\/\d{1,3}$/.test(String(cidr))) {
      throw validationFailed(`cidrList: \`${cidr}\` is not an address range`);
    }
  }
  return body;
}

// A private service has no create route: it arises from an endpoint.
function privateServiceRoutes(service: EndpointService): Route[] {
  const all = "/v2/network/private-service/:namespace";
  const removed = new Set<string>();
  const list = (call: Call) =>
    service.list(call.param("namespace"))
      .filter((record) => isObject(record.spec.privateService))
      .map(renderPrivateService)
      .filter((one) => !removed.has(stringAt(one, "id")));
  return [
    ...routes(readAccess, {
      [`GET ${all}`]: (call) => {
        const query = call.query;
        const account = query.get("account-id");
        const shared = query.get("shared");
        const items = list(call).filter((one) => {
          const spec = objectAt(one, "privateService");
          return (account === null || spec.accountId === account) &&
            (shared === null || String(spec.shared) === shared);
        });
        return { items };
      },
    }),
    ...routes(writeAccess, {
      [`DELETE ${all}/:id`]: (call) => {
        const id = call.param("id");
        if (!list(call).some((one) => one.id === id)) {
          throw notFound(`Private service ${id} not found`);
        }
        removed.add(id);
        return {};
      },
    }),
  ];
}

function renderPrivateService(record: EndpointRecord): JsonObject {
  const spec = objectAt(record.spec, "privateService");
  return {
    id: objectId("private-service", record.host),
    createdAt: formatNanoseconds(record.createdAt),
    endpointName: record.name,
    privateService: {
      accountId: stringAt(spec, "accountId"),
      ...spec.region !== undefined && { region: spec.region },
      shared: spec.shared === true,
    },
    status: {
      lb_ips: [],
      region: stringAt(spec, "region", "us-east-1"),
      service_name: `com.amazonaws.vpce.${record.host.split(".")[0]}`,
      stage: "ready",
    },
  };
}
