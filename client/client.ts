import { AccessRequests } from "./repos/access_requests.ts";
import { Buckets } from "./buckets.ts";
import type { Call } from "./core/call.ts";
import { Collections } from "./collections.ts";
import { Discussions } from "./repos/discussions.ts";
import { Endpoints } from "./endpoints/endpoints.ts";
import { type Environment, optionsFromEnv } from "./environment.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { CallOptions, ClientOptions } from "./core/options.ts";
import { Organizations } from "./organizations/organizations.ts";
import { RepoFiles } from "./repos/files.ts";
import { RepoRefs } from "./repos/refs.ts";
import { Repos } from "./repos/repos.ts";
import { Spaces } from "./spaces/spaces.ts";
import type { Method, Query, Service } from "./core/request.ts";
import { Transport } from "./core/transport.ts";
import { Users } from "./users.ts";
import { Webhooks } from "./webhooks.ts";

/** Options of a request to a route that has no method here. */
export interface RouteOptions extends CallOptions {
  /** The service, `hub` if left out. */
  readonly service?: Service | undefined;
  /** Query parameters; undefined ones are left out, lists are repeated. */
  readonly query?: Query | undefined;
  /** The JSON body; none if left out. */
  readonly body?: unknown;
}

/**
 * A client of the Hugging Face services. It holds no connection and needs no
 * closing.
 *
 * @example List all endpoints of an organization
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * for await (const endpoint of client.endpoints.list("acme")) {
 *   console.log(endpoint.name, endpoint.status.state);
 * }
 * ```
 */
export class HuggingFace {
  readonly #options: ClientOptions;
  readonly #transport: Transport;
  /** Requests for access to gated models and datasets. */
  readonly accessRequests: AccessRequests;
  /** Buckets: stores of files without history. */
  readonly buckets: Buckets;
  /** Collections: lists of models, datasets, Spaces and papers. */
  readonly collections: Collections;
  /** Discussions and pull requests of repositories. */
  readonly discussions: Discussions;
  /** Inference Endpoints: models on dedicated machines. */
  readonly endpoints: Endpoints;
  /** Small files of repositories. */
  readonly files: RepoFiles;
  /** Jobs: commands that run once, or on a schedule. */
  readonly jobs: Jobs;
  /** Organizations: members, resource groups, service accounts. */
  readonly organizations: Organizations;
  /** Branches, tags and commits of repositories. */
  readonly refs: RepoRefs;
  /** Repositories: models, datasets and Spaces. */
  readonly repos: Repos;
  /** Spaces: what runs, and what it runs with. */
  readonly spaces: Spaces;
  /** Users: who the token belongs to. */
  readonly users: Users;
  /** Webhooks: what changes on the Hub start. */
  readonly webhooks: Webhooks;

  /**
   * Makes a client.
   *
   * @param other A client of the same services, whose limits are shared.
   * @throws {ConfigurationError} If a base URL cannot be used.
   */
  constructor(options: ClientOptions = {}, other?: HuggingFace) {
    const transport = new Transport(options, other && other.#transport);
    this.#options = options;
    this.#transport = transport;
    this.accessRequests = new AccessRequests(transport);
    this.buckets = new Buckets(transport);
    this.collections = new Collections(transport);
    this.discussions = new Discussions(transport);
    this.endpoints = new Endpoints(transport);
    this.files = new RepoFiles(transport);
    this.jobs = new Jobs(transport);
    this.organizations = new Organizations(transport);
    this.refs = new RepoRefs(transport);
    this.repos = new Repos(transport);
    this.spaces = new Spaces(transport);
    this.users = new Users(transport);
    this.webhooks = new Webhooks(transport);
  }

  /**
   * Makes a client of what the environment says, as the other tools of Hugging
   * Face do: `HF_TOKEN`, else `HUGGING_FACE_HUB_TOKEN`; `HF_ENDPOINT`;
   * `HF_INFERENCE_ENDPOINTS_URL`. Deno needs `--allow-env` for these names.
   * Browsers have no environment: there it is the same as the constructor.
   *
   * @example Usage
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   *
   * const client = HuggingFace.fromEnv({ maxRetries: 2 });
   * ```
   *
   * @param options Everything else, and whatever goes before the environment.
   * `env` takes the place of the process's own variables.
   * @throws {ConfigurationError} If a base URL cannot be used.
   */
  static fromEnv(
    options: ClientOptions & { readonly env?: Environment | undefined } = {},
  ): HuggingFace {
    const { env, ...own } = options;
    const found = optionsFromEnv(env);
    return new HuggingFace({
      ...own,
      token: own.token ?? found.token,
      endpoint: own.endpoint ?? found.endpoint,
      inferenceEndpointsUrl: own.inferenceEndpointsUrl ??
        found.inferenceEndpointsUrl,
    });
  }

  /**
   * A client with other options; what is left out stays as it is here.
   *
   * @example Usage
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   *
   * const client = HuggingFace.fromEnv();
   * const patient = client.withOptions({ timeoutMs: 120_000 });
   * ```
   *
   * @throws {ConfigurationError} If a base URL cannot be used.
   */
  withOptions(options: ClientOptions): HuggingFace {
    return new HuggingFace({ ...this.#options, ...options }, this);
  }

  /**
   * Reads from a route that has no method here, with the same token, retries,
   * limits and errors.
   *
   * @example Ask for a quota
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   * import { Sandbox } from "@hf-terraform/sandbox";
   *
   * const sandbox = new Sandbox();
   * const client = new HuggingFace({
   *   token: sandbox.token,
   *   fetch: (request) => sandbox.fetch(request),
   * });
   * const { base } = await client.get<{ base: number }>(
   *   "/api/spaces/zero-gpu/quota",
   *   { headers: { "accept-language": "en" } },
   * );
   * console.log(base);
   * ```
   *
   * @typeParam T What the answer is taken for; nothing of it is checked.
   * @param path The path below the base URL, beginning with `/`. Names in it are
   * the caller's to encode.
   * @returns The answer: parsed JSON, else text; null if it is empty.
   */
  get<T = unknown>(path: string, options: RouteOptions = {}): Call<T> {
    return this.request("GET", path, options);
  }

  /** Sends to a route as {@linkcode HuggingFace.get} reads from one. */
  post<T = unknown>(path: string, options: RouteOptions = {}): Call<T> {
    return this.request("POST", path, options);
  }

  /** Sends to a route as {@linkcode HuggingFace.get} reads from one. */
  put<T = unknown>(path: string, options: RouteOptions = {}): Call<T> {
    return this.request("PUT", path, options);
  }

  /** Sends to a route as {@linkcode HuggingFace.get} reads from one. */
  patch<T = unknown>(path: string, options: RouteOptions = {}): Call<T> {
    return this.request("PATCH", path, options);
  }

  /** Sends to a route as {@linkcode HuggingFace.get} reads from one. */
  delete<T = unknown>(path: string, options: RouteOptions = {}): Call<T> {
    return this.request("DELETE", path, options);
  }

  /**
   * Sends to a route that has no method here; see {@linkcode HuggingFace.get}.
   *
   * @typeParam T What the answer is taken for; nothing of it is checked.
   */
  request<T = unknown>(
    method: Method,
    path: string,
    options: RouteOptions = {},
  ): Call<T> {
    const { service = "hub", query, body, ...call } = options;
    const action = `${method} ${path}`;
    const request = { service, method, path, query, body, action, call };
    return this.#transport.requestUntyped<T>(request);
  }
}
