import { type Accounts, renderAccess } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { stringAt } from "../core/json.ts";
import type { ServiceSettings } from "../core/options.ts";
import {
  type ApiModule,
  type Handler,
  json,
  type PageRow,
  type Route,
  routes,
} from "../core/router.ts";
import { readAccess, writeAccess } from "./access_rules.ts";
import { AuditLog } from "./audit.ts";
import { catalogRoutes } from "./catalog_routes.ts";
import { resolveInstance } from "./compute.ts";
import {
  type Audit,
  endpointControlRoutes,
  endpointRoutes,
  observeRoutes,
} from "./endpoint_routes.ts";
import { countReplicas } from "./lifecycle.ts";
import { logRoutes } from "./log_routes.ts";
import type { FindModel } from "./models.ts";
import { networkRoutes } from "./network_routes.ts";
import { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** The Inference Endpoints API with its service. */
export interface EndpointsModule extends ApiModule {
  readonly service: EndpointService;
}

/** Makes the Inference Endpoints API, without endpoints. */
export function endpointsModule(
  clock: Clock,
  accounts: Accounts,
  settings: ServiceSettings,
  findModel: FindModel,
): EndpointsModule {
  const service = new EndpointService(clock, accounts, settings, findModel);
  const log = new AuditLog(clock, ({ caller }) => service.actorOf(caller));
  const audit: Audit = (call, action, name) => log.add(call, action, name);
  return {
    service,
    routes: [
      ...endpointRoutes(service, audit),
      ...logRoutes(service, settings.sleep),
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
      rows: service.store.all().map((record) => pageRow(service, record)),
    }],
  };
}

/** Returns an endpoint for the page; only replicas that run cost. */
function pageRow(service: EndpointService, record: EndpointRecord): PageRow {
  service.lifecycle.settle(record);
  const instance = resolveInstance(record.spec);
  const { ready } = countReplicas(record);
  return {
    cells: [
      `${record.namespace}/${record.name}`,
      record.state,
      stringAt(record.spec.model ?? null, "repository"),
      `${instance.type} ${instance.size}`,
      String(ready),
    ],
    cost: ready * instance.price,
  };
}

/** Makes the Hub's routes that check the access to endpoints. */
function accessRoutes(accounts: Accounts, service: EndpointService): Route[] {
  const handle: Handler = (call) => {
    const { namespace = "", endpoint } = call.params;
    if (endpoint !== undefined) service.get(namespace, endpoint);
    return json(renderAccess(accounts, call.caller, namespace));
  };
  const base = "POST /api/inference-endpoints";
  return ["/:namespace", "/:namespace/:endpoint"].flatMap((path) => [
    ...routes(readAccess, {
      [`${base}${path}/auth-check/:access(read|infer)`]: handle,
    }),
    ...routes(writeAccess, { [`${base}${path}/auth-check/write`]: handle }),
  ]);
}
