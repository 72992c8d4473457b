import type { Organization, User } from "./accounts.ts";
import type { Sleep } from "./clock.ts";
import type { RateLimit } from "./rate_limit.ts";

/** How a {@linkcode Sandbox} behaves; everything has a default. */
export interface SandboxOptions {
  /** Milliseconds each answer waits. Default: 0. */
  readonly latencyMs?: number;
  /** Milliseconds from a create, update or resume until `running`; the
   * first 30 % of a start are `pending`, the rest `initializing`. Default:
   * 50. */
  readonly startupMs?: number;
  /** Milliseconds a deleted endpoint can still be read, and its name is
   * still taken. Default: as `startupMs`. */
  readonly deletionMs?: number;
  /** Milliseconds a repository takes to be created; the Hub refuses another
   * create of the same user meanwhile. Default: 2. */
  readonly createMs?: number;
  /** Requests per window and token. Default: 100,000 in 300 s. */
  readonly rateLimit?: RateLimit;
  /** Number per hour of an action (`endpoint creation`, `whoami`); the
   * request above it is answered 429 with requests remaining. Default:
   * none. */
  readonly actionQuotas?: Readonly<Record<string, number>>;
  /** How many endpoints `seed-0001`, … the user has from the start.
   * Default: 0. */
  readonly seedEndpoints?: number;
  /** Models that others published, such as `Qwen/Qwen3-32B`, besides a few
   * that everybody tries: an endpoint of a model that is not there fails.
   * Default: none. */
  readonly models?: readonly string[];
  /** Further tokens with their role: `read`, `write`, or a list of
   * fine-grained permissions such as
   * `inference.endpoints.write@acme,repo.write`, each for one namespace or,
   * without `@`, for all. A user's name before it, as in `alice:write`, makes
   * it a token of that user. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** What opens the control routes and the page. Default: a random one. */
  readonly key?: string;
  /** Further users. Default: `alice` and `bob`, without a plan. */
  readonly users?: readonly User[];
  /** Organizations of the user. Default: `acme`, as its admin, with the plan
   * `plus`. */
  readonly organizations?: readonly Organization[];
  /** The status of what the plan of an organization or the role of the caller
   * does not have; what the service answers is not known. Default: 402 for the
   * plan, 403 for the role. */
  readonly organizationRefusal?: 401 | 402 | 403 | 404;
  /** The address that requests come from, as network security sees it. Default:
   * `127.0.0.1`. */
  readonly address?: string;
  /** Accelerators a namespace may use, by instance type, instead of the
   * catalogue's numbers. */
  readonly quotas?: Readonly<Record<string, number>>;
  /** Whether the secrets of an update replace the stored ones or join them;
   * what the service does is not known. Default: `replace`. */
  readonly secretsOnUpdate?: "replace" | "merge";
  /** Whether an update of a failed endpoint is answered with a bare 500, as
   * one report has it. Default: false. */
  readonly refuseFailedUpdate?: boolean;
  /** Variables the service adds to `model.env` in its answers. Default:
   * none. */
  readonly addedEnv?: Readonly<Record<string, string>>;
  /** Fields an engine knows beyond the documented ones, by engine key, to
   * imitate a service newer than its documentation. Default: none. */
  readonly extraImageFields?: Readonly<Record<string, readonly string[]>>;
  /** Whether structured logs exist; without, they are answered 501. Default:
   * true. */
  readonly logSearch?: boolean;
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** Waits; ends early when the signal aborts. Default: a timer. */
  readonly sleep?: Sleep;
}
