import type { Accounts } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { stringAt } from "../core/json.ts";
import type { ServiceSettings } from "../core/options.ts";
import {
  type ApiModule,
  type PageSection,
  pageSection,
} from "../core/router.ts";
import { auditRoutes } from "./audit.ts";
import { catalogRoutes } from "./catalog_routes.ts";
import { resolveInstance } from "./compute.ts";
import {
  accessRoutes,
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
  return {
    service,
    routes: [
      ...endpointRoutes(service),
      ...logRoutes(service, settings.sleep),
      ...observeRoutes(service),
      ...networkRoutes(service),
      ...auditRoutes(service.log),
      ...accessRoutes(accounts, service),
      ...catalogRoutes(accounts, service),
    ],
    control: endpointControlRoutes(service),
    sections: () => [listOnPage(service)],
  };
}

/** Lists endpoints for the page; only replicas that run cost. */
function listOnPage({ store, lifecycle }: EndpointService): PageSection {
  const instanceOf = ({ spec }: EndpointRecord) => resolveInstance(spec);
  const all = store.all();
  for (const record of all) lifecycle.settle(record);
  return pageSection(
    "Endpoints",
    all,
    {
      Name: ({ namespace, name }) => `${namespace}/${name}`,
      State: ({ state }) => state,
      Model: ({ spec }) => stringAt(spec.model ?? null, "repository"),
      Instance: (record) =>
        `${instanceOf(record).type} ${instanceOf(record).size}`,
      Replicas: (record) => countReplicas(record).ready,
    },
    (record) => countReplicas(record).ready * instanceOf(record).price,
  );
}
