import type { Organization, User } from "./accounts.ts";
import { type Sleep, timerSleep } from "./clock.ts";
import type { RateLimit } from "./rate_limit.ts";

/** Options of a {@linkcode Sandbox}; all have a default. */
export interface SandboxOptions {
  /** Milliseconds until each response. Default: 0. */
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
  /** Number of endpoints `seed-0001`, … that the user has at first.
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
  /** Key of the control routes and the page. Default: a random one. */
  readonly key?: string;
  /** Further users. Default: `alice` and `bob`, without a plan. */
  readonly users?: readonly User[];
  /** Organizations of the user. Default: `acme`, as its admin, with the plan
   * `plus`. */
  readonly organizations?: readonly Organization[];
  /** The address that requests come from, as network security sees it. Default:
   * `127.0.0.1`. */
  readonly address?: string;
  /** Accelerators a namespace may use, by instance type, instead of the
   * catalogue's numbers. */
  readonly quotas?: Readonly<Record<string, number>>;
  /** Effect of the secrets of an update on the stored ones; that of the service
   * is not known. Default: `replace`. */
  readonly secretsOnUpdate?: "replace" | "merge";
  /** Fields an engine knows beyond the documented ones, by engine key, to
   * imitate a service newer than its documentation. Default: none. */
  readonly extraImageFields?: Readonly<Record<string, readonly string[]>>;
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** Waits; ends early when the signal aborts. Default: a timer. */
  readonly sleep?: Sleep;
}

/** The options of the services, with their defaults. */
export type ServiceSettings = Required<
  Pick<
    SandboxOptions,
    | "startupMs"
    | "deletionMs"
    | "createMs"
    | "models"
    | "quotas"
    | "secretsOnUpdate"
    | "extraImageFields"
    | "sleep"
  >
>;

/** Adds the defaults to the options of the services. */
export function withDefaults(options: SandboxOptions): ServiceSettings {
  const { startupMs = 50 } = options;
  return {
    deletionMs: startupMs,
    createMs: 2,
    models: [],
    quotas: {},
    secretsOnUpdate: "replace",
    extraImageFields: {},
    sleep: timerSleep,
    ...options,
    startupMs,
  };
}
