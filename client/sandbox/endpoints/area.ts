import { accessOf, type Accounts } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { stringAt } from "../core/json.ts";
import {
  type Area,
  json,
  type Route,
  route,
  type Row,
} from "../core/router.ts";
import { AuditLog } from "./audit.ts";
import { catalogRoutes } from "./catalog_routes.ts";
import { endpointControlRoutes } from "./control_routes.ts";
import { resolveInstance } from "./compute.ts";
import { type Audit, endpointRoutes } from "./endpoint_routes.ts";
import { type LogParams, logRoutes } from "./log_routes.ts";
import { replicas } from "./lifecycle.ts";
import { networkRoutes } from "./network_routes.ts";
import { reads, writes } from "./needs.ts";
import { observeRoutes } from "./observe_routes.ts";
import { EndpointService, type ServiceOptions } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** Options of the Inference Endpoints area. */
export interface EndpointsOptions extends ServiceOptions, LogParams {
  /** Variables the service adds to `model.env` in its answers. */
  readonly addedEnv: Readonly<Record<string, string>>;
}

/** The Inference Endpoints API with its service. */
export interface EndpointsArea extends Area {
  /** What the routes work on. */
  readonly service: EndpointService;
}

/** Makes the area with an empty store. */
export function endpointsArea(
  clock: Clock,
  accounts: Accounts,
  options: EndpointsOptions,
): EndpointsArea {
  const service = new EndpointService(clock, accounts, options);
  const log = new AuditLog(clock, ({ caller }) => service.actor(caller));
  const audit: Audit = (call, action, name) => log.add(call, action, name);
  return {
    service,
    routes: [
      ...endpointRoutes(service, options, audit),
      ...logRoutes(service, options),
      ...observeRoutes(service),
      ...networkRoutes(service),
      ...log.routes,
      ...accessRoutes(accounts, service),
      ...catalogRoutes(accounts, service, audit),
    ],
    control: endpointControlRoutes(service),
    sections: () => [{
      title: "Endpoints",
      columns: ["Name", "State", "Model", "Instance", "Replicas"],
      rows: service.store.all().map((record) => row(service, record)),
    }],
  };
}

/** What the page says about an endpoint; only replicas that run cost. */
function row(service: EndpointService, record: EndpointRecord): Row {
  service.lifecycle.settle(record);
  const instance = resolveInstance(record.spec);
  const { ready } = replicas(record);
  const name = `${record.namespace}/${record.name}`;
  return {
    cells: [
      name,
      record.state,
      stringAt(record.spec.model ?? null, "repository"),
      `${instance.type} ${instance.size}`,
      String(ready),
    ],
    parts: {
      Settings: `/v2/endpoint/${name}`,
      Replicas: `/v2/endpoint/${name}/replica`,
      Log: `/v2/endpoint/${name}/logs`,
    },
    cost: ready * instance.price,
  };
}

/** The Hub's routes that say who may do what with endpoints. */
function accessRoutes(accounts: Accounts, service: EndpointService): Route[] {
  return ["/:namespace", "/:namespace/:endpoint"].flatMap((path) =>
    ["read", "write", "infer"].map((access) =>
      route(
        "POST",
        `/api/inference-endpoints${path}/auth-check/${access}`,
        access === "write" ? writes : reads,
        (call) => {
          const { namespace = "", endpoint } = call.params;
          if (endpoint !== undefined) service.get(namespace, endpoint);
          return json(accessOf(accounts, call.caller, namespace));
        },
      )
    )
  );
}
