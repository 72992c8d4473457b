import type { Accounts } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import type { Area } from "../core/router.ts";
import { endpointRoutes } from "./endpoint_routes.ts";
import { EndpointService, type ServiceOptions } from "./service.ts";

/** Options of the Inference Endpoints area. */
export interface EndpointsOptions extends ServiceOptions {
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
  return {
    service,
    routes: endpointRoutes(service, options.addedEnv, () => {}),
  };
}
