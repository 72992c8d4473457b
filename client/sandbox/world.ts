import type { Accounts } from "./core/accounts.ts";
import type { Clock } from "./core/clock.ts";
import type { SandboxOptions } from "./core/options.ts";
import { type Route, Router } from "./core/router.ts";
import { endpointsArea } from "./endpoints/area.ts";
import { seed } from "./endpoints/seed.ts";
import { usersArea } from "./hub/users.ts";

/** All areas of the imitated services with their state. */
export interface World {
  /** Users, organizations and tokens. */
  readonly accounts: Accounts;
  /** The routes of all areas. */
  readonly router: Router;
  /** Control routes of the areas. */
  readonly control: readonly Route[];
}

/** Makes all areas in their initial state. */
export function buildWorld(
  clock: Clock,
  accounts: Accounts,
  options: SandboxOptions,
): World {
  const endpoints = endpointsArea(clock, accounts, {
    startupMs: options.startupMs ?? 20,
    quotas: options.quotas ?? {},
    secretsOnUpdate: options.secretsOnUpdate ?? "replace",
    refuseFailedUpdate: options.refuseFailedUpdate ?? false,
    extraImageFields: options.extraImageFields ?? {},
    addedEnv: options.addedEnv ?? {},
  });
  seed(endpoints.service, accounts.user.name, options.seedEndpoints ?? 0);
  return {
    accounts,
    router: new Router([usersArea(accounts), endpoints]),
    control: [],
  };
}
