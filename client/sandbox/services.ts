import { accessRequestsModule } from "./automation/access_requests.ts";
import { Buckets, bucketsModule } from "./automation/buckets.ts";
import { itemLookup } from "./automation/collection_items.ts";
import { Collections, collectionsModule } from "./automation/collections.ts";
import { Jobs, jobsModule } from "./automation/jobs.ts";
import { scheduledJobsModule } from "./automation/scheduled_jobs.ts";
import { webhooksModule } from "./automation/webhooks.ts";
import type { Accounts } from "./core/accounts.ts";
import type { Clock } from "./core/clock.ts";
import { type SandboxOptions, withDefaults } from "./core/options.ts";
import type { RateLimiter } from "./core/rate_limit.ts";
import {
  type ApiModule,
  type Call,
  type IncomingRequest,
  makeCall,
  type PageSection,
  type Route,
  Router,
  toResponse,
} from "./core/router.ts";
import { answerInference } from "./endpoints/data_plane.ts";
import { modelFinder } from "./endpoints/models.ts";
import { endpointsModule } from "./endpoints/module.ts";
import { seedEndpoints } from "./endpoints/service.ts";
import { hubModule } from "./hub/module.ts";
import { usersModule } from "./hub/users.ts";
import {
  type OrganizationModule,
  organizationModule,
} from "./organization/module.ts";
import { GroupedResources } from "./organization/grouped_resources.ts";

/** The imitated services with their state. */
export interface Services {
  readonly accounts: Accounts;
  readonly router: Router;
  readonly control: Router;
  readonly sections: () => readonly PageSection[];
  /** Resolves once the initial objects exist. */
  readonly ready: Promise<void>;
  /** Records a request in the audit log. */
  readonly audit: OrganizationModule["audit"];
  /** Answers for the deployed model of a URL, if there is one. */
  readonly infer: (
    call: Call,
  ) => Response | undefined | Promise<Response | undefined>;
}

/** Handles a request; throws {@link Failure}. */
export async function handleRequest(
  services: Services,
  limiter: RateLimiter,
  incoming: IncomingRequest,
): Promise<Response> {
  await services.ready;
  const { accounts } = services;
  const { url } = incoming;
  const isControl = isControlUrl(url);
  const method = incoming.method === "HEAD" ? "GET" : incoming.method;
  const caller = accounts.identify(incoming.headers, incoming.at);
  if (!isControl) limiter.count(caller.key);
  const inferred = await services.infer(makeCall(incoming, caller));
  if (inferred !== undefined) return inferred;
  const router = isControl ? services.control : services.router;
  const { route, params } = router.find(method, url.pathname);
  const { rule } = route;
  accounts.authorize(caller, rule, params[rule.namespace ?? ""]);
  const call = makeCall(incoming, caller, params);
  const response = toResponse(await route.handle(call));
  if (response.ok) services.audit(call, route, method);
  return response;
}

/** Builds the services in their initial state. */
export function buildServices(
  clock: Clock,
  accounts: Accounts,
  options: SandboxOptions,
  control: readonly Route[] = [],
): Services {
  const settings = withDefaults(options);
  const buckets = new Buckets(accounts);
  const hub = hubModule(clock, accounts, {
    ...settings,
    moveBucket: (call, from, to) => buckets.move(call, from, to),
    canMount: (caller, type, id) => lookup(type, id)?.(caller) !== undefined,
  });
  const findModel = modelFinder(accounts, hub.store);
  const endpoints = endpointsModule(clock, accounts, settings, findModel);
  const jobs = new Jobs(clock, accounts, settings);
  const lookup = itemLookup(hub, buckets);
  const { service } = endpoints;
  const organizations = organizationModule(
    accounts,
    new GroupedResources(hub, jobs),
  );
  const automation: ApiModule[] = [
    webhooksModule(accounts, jobs),
    jobsModule(jobs, accounts, clock),
    scheduledJobsModule(clock, jobs),
    collectionsModule(new Collections(accounts, lookup)),
    bucketsModule(buckets),
    accessRequestsModule(clock, accounts, hub),
  ];
  // The first route that matches is taken, and those of repositories are wide.
  const modules = [
    usersModule(accounts),
    organizations,
    ...automation,
    endpoints,
    hub,
  ];
  seedEndpoints(service, accounts.user.name, options.seedEndpoints ?? 0);
  return {
    accounts,
    ready: hub.ready,
    audit: organizations.audit,
    router: new Router(modules.flatMap((module) => module.routes)),
    control: new Router(
      [...modules.flatMap((module) => module.control ?? []), ...control],
    ),
    sections: () =>
      [endpoints, hub, ...automation, organizations].flatMap((module) =>
        module.sections?.() ?? []
      ),
    infer: (call) => {
      const target = parseInferenceUrl(call.url);
      return target &&
        answerInference(
          { ...settings, service, accounts, clock },
          call,
          target,
        );
    },
  };
}

/** Tests whether a URL is the sandbox's own, not one of the services. */
export function isControlUrl(url: URL): boolean {
  return parseInferenceUrl(url) === undefined &&
    (url.pathname === "/" || url.pathname.startsWith("/_sandbox/"));
}

const apiHost = "api.endpoints.huggingface.cloud";

// Deployed models have hosts of their own; on loopback they are paths.
function parseInferenceUrl(
  url: URL,
): { id: string; path: string } | undefined {
  const local = /^\/_sandbox\/inference\/([^/]+)(.*)/.exec(url.pathname);
  if (local !== null) return { id: local[1] ?? "", path: local[2] ?? "" };
  const isRemote = url.hostname.endsWith(".endpoints.huggingface.cloud") &&
    url.hostname !== apiHost;
  return isRemote ? { id: url.hostname, path: url.pathname } : undefined;
}
