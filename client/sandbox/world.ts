import { accessRequestsArea } from "./automation/access_requests.ts";
import { Buckets } from "./automation/buckets.ts";
import { Collections } from "./automation/collections.ts";
import { itemLookup } from "./automation/collection_items.ts";
import { Jobs } from "./automation/jobs.ts";
import { scheduledJobsArea } from "./automation/scheduled_jobs.ts";
import { webhooksArea } from "./automation/webhooks.ts";
import type { Accounts, Caller } from "./core/accounts.ts";
import { type Clock, timerSleep } from "./core/clock.ts";
import type { SandboxOptions } from "./core/options.ts";
import {
  type Area,
  type Call,
  type Route,
  Router,
  type Section,
} from "./core/router.ts";
import { endpointsArea } from "./endpoints/area.ts";
import { infer } from "./endpoints/data_plane.ts";
import { seed } from "./endpoints/seed.ts";
import { reposArea } from "./hub/area.ts";
import { findModel } from "./hub/deployable.ts";
import { usersArea } from "./hub/users.ts";
import {
  type OrganizationArea,
  organizationArea,
} from "./organization/area.ts";
import { groupedBy } from "./organization/grouped.ts";

/** All areas of the imitated services with their state. */
export interface World {
  /** Users, organizations and tokens. */
  readonly accounts: Accounts;
  /** The routes of all areas. */
  readonly router: Router;
  /** The control routes of all areas. */
  readonly control: Router;
  /** What exists, area by area. */
  readonly sections: () => readonly Section[];
  /** Until all that is there from the start is there. */
  readonly ready: Promise<void>;
  /** Notes what a request did. */
  readonly note: OrganizationArea["note"];
  /** Answers for a deployed model, where the address is that of one. */
  readonly infer: (
    call: Call,
  ) => Response | undefined | Promise<Response | undefined>;
}

/** A request as it came in. */
export type Incoming = Omit<Call, "params" | "caller"> & {
  /** HTTP method. */
  readonly method: string;
};

/**
 * Lets a world do what a request asks for; throws {@link Failure}. `admit` is
 * asked before a route of a counted action does its work.
 */
export async function serve(
  world: World,
  incoming: Incoming,
  admit?: (caller: Caller, action: string) => void,
): Promise<Response> {
  await world.ready;
  const { accounts } = world;
  const { url } = incoming;
  const method = incoming.method === "HEAD" ? "GET" : incoming.method;
  const caller = accounts.identify(incoming.headers, incoming.at);
  const call = { ...incoming, caller, params: {} };
  const inferred = await world.infer(call);
  if (inferred !== undefined) return inferred;
  const router = isControl(url) ? world.control : world.router;
  const { route, params } = router.find(method, url.pathname);
  const { needs, action } = route;
  accounts.authorize(
    caller,
    needs,
    needs.namespace === undefined ? undefined : params[needs.namespace],
  );
  if (action !== undefined) admit?.(caller, action);
  const answer = await route.handle({ ...call, params });
  if (answer.ok) world.note(call, { route, params }, method);
  return answer;
}

/** Makes all areas in their initial state. */
export function buildWorld(
  clock: Clock,
  accounts: Accounts,
  options: SandboxOptions,
  control: readonly Route[] = [],
): World {
  const buckets = new Buckets(clock, accounts);
  const repos = reposArea(clock, accounts, {
    startupMs: options.startupMs ?? 50,
    createMs: options.createMs ?? 2,
    sleep: options.sleep ?? timerSleep,
    moveBucket: (call, from, to) => buckets.move(call, from, to),
    mounts: (caller, type, id) => lookup(type, id)?.(caller) !== undefined,
    models: options.models ?? [],
  });
  const endpoints = endpointsArea(clock, accounts, {
    startupMs: options.startupMs ?? 50,
    deletionMs: options.deletionMs ?? options.startupMs ?? 50,
    quotas: options.quotas ?? {},
    secretsOnUpdate: options.secretsOnUpdate ?? "replace",
    refuseFailedUpdate: options.refuseFailedUpdate ?? false,
    extraImageFields: options.extraImageFields ?? {},
    addedEnv: options.addedEnv ?? {},
    logSearch: options.logSearch ?? true,
    sleep: options.sleep ?? timerSleep,
    findModel: findModel(accounts, repos.store),
  });
  const jobs = new Jobs(clock, accounts, {
    startupMs: options.startupMs ?? 50,
    sleep: options.sleep ?? timerSleep,
  });
  const lookup = itemLookup(repos, buckets);
  const collections = new Collections(clock, accounts, lookup);
  const { service } = endpoints;
  const organizations = organizationArea(
    accounts,
    groupedBy(repos, jobs),
    options.organizationRefusal,
  );
  const automation: Area[] = [
    webhooksArea(accounts, jobs),
    jobs.area,
    scheduledJobsArea(clock, accounts, jobs),
    collections.area,
    buckets.area,
    accessRequestsArea(clock, accounts, repos),
  ];
  // The first route that matches answers, and those of repositories are wide.
  const areas = [
    usersArea(accounts),
    organizations,
    ...automation,
    endpoints,
    repos,
  ];
  seed(service, accounts.user.name, options.seedEndpoints ?? 0);
  return {
    accounts,
    ready: repos.ready,
    note: organizations.note,
    router: new Router(areas),
    control: new Router(
      areas.map((area) => ({ routes: area.control ?? [] })).concat({
        routes: control,
      }),
    ),
    sections: () =>
      [endpoints, repos, ...automation, organizations].flatMap((area) =>
        area.sections?.() ?? []
      ),
    infer: (call) => {
      const target = deployed(call.url);
      if (target === undefined) return undefined;
      const sleep = options.sleep ?? timerSleep;
      return infer({ service, accounts, clock, sleep }, call, target);
    },
  };
}

/** Whether a URL is the sandbox's own, and none of the services it imitates. */
export function isControl(url: URL): boolean {
  return deployed(url) === undefined &&
    (url.pathname === "/" || url.pathname.startsWith("/_sandbox/"));
}

const apiHost = "api.endpoints.huggingface.cloud";

// Deployed models have hosts of their own; on loopback they are paths.
function deployed(url: URL): { id: string; path: string } | undefined {
  const local = /^\/_sandbox\/inference\/([^/]+)(.*)$/.exec(url.pathname);
  if (local !== null) return { id: local[1] ?? "", path: local[2] ?? "" };
  const remote = url.hostname.endsWith(".endpoints.huggingface.cloud") &&
    url.hostname !== apiHost;
  return remote ? { id: url.hostname, path: url.pathname } : undefined;
}
