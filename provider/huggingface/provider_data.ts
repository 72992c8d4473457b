/**
 * What the provider block comes to: a client and defaults, made when they are
 * needed.
 *
 * @module
 */

import {
  Deferral,
  type Diagnostics,
  failure,
  isUnknown,
  masked,
  type OperationContext,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import {
  type AccessRequest,
  type Bucket,
  type Endpoint,
  type Fetch,
  type Hooks,
  HuggingFace,
  type Invitation,
  type OrganizationMember,
  parseBaseUrls,
  type Refs,
  type RepoInfo,
  type ResourceGroupDetails,
  type ScheduledJob,
  type ServiceAccount,
  type ServiceAccountToken,
  type SpaceSecret,
  type SpaceVariable,
  type Webhook,
} from "@hf-terraform/client";
import { EndpointReader } from "./endpoints/endpoint_reader.ts";
import { Claims, type Noted } from "./object/claims.ts";
import { explain } from "./object/errors.ts";
import { healthTrouble } from "./endpoints/health.ts";
import { PlanAdvice } from "./cost/plan_advice.ts";
import { PlannedCost } from "./cost/planned_cost.ts";
import { milliseconds } from "./schema/duration.ts";
import type { ProviderBlock } from "./provider_block.ts";
import { ListsByOwner } from "./reads/list_reads.ts";
import type { RepoKind } from "./schema/ids.ts";
import { ObjectReader } from "./reads/object_reader.ts";
import { RepoReader } from "./repo/repo_reader.ts";
import { Searches } from "./reads/searches.ts";
import { type SharedList, SharedReads } from "./reads/shared_reads.ts";
import { nameKey } from "./schema/same.ts";
import { checkServices, serviceOptions } from "./service_urls.ts";
import {
  type Environment,
  findToken,
  type FoundToken,
  maskToken,
} from "./token.ts";

/** What does not come from the provider block. */
export interface Dependencies {
  /** The environment variables. */
  readonly env: Environment;
  /** What to add to the user agent, as `terraform/1.11.4`. */
  readonly userAgent: string;
  /** Told of requests and retries. */
  readonly hooks?: Hooks;
  /** Sends the requests; the platform's if absent. */
  readonly fetch?: Fetch;
  /** Reads the token file; the platform's file system if absent. */
  readonly readFile?: (path: string) => Promise<string>;
}

/** Who has access to a gated repository. */
export interface Granted {
  /** Their requests by name. */
  readonly byName: ReadonlyMap<string, AccessRequest>;
  /** Whether these are all of them. */
  readonly isWhole: boolean;
}

/** What the operations of resources and data sources are given. */
export class HuggingFaceProvider {
  readonly #block: ProviderBlock;
  readonly #dependencies: Dependencies;
  #token: Promise<FoundToken | undefined> | undefined;
  #client: HuggingFace | undefined;
  /** All that is read and kept for a while. */
  readonly #reads: { forget(): void }[] = [];
  /** Reads of endpoints that come at the same time share requests. */
  readonly endpoints: EndpointReader = this.#kept(
    new EndpointReader(() => this.client()),
  );
  /** Reads of Spaces that come at the same time share requests. */
  readonly spaces: RepoReader = this.#reader("space");
  /** What the Hub lists by key of a Space, which all its keys share. */
  readonly spaceKeys: {
    readonly secret: SharedList<Readonly<Record<string, SpaceSecret>>>;
    readonly variable: SharedList<Readonly<Record<string, SpaceVariable>>>;
  } = {
    secret: this.#list(({ spaces }, id) => spaces.getSecrets(id)),
    variable: this.#list(({ spaces }, id) => spaces.getVariables(id)),
  };
  /** Reads of repositories that come at the same time share requests. */
  readonly repos: Readonly<Record<RepoKind, RepoReader>> = {
    model: this.#reader("model"),
    dataset: this.#reader("dataset"),
    space: this.spaces,
  };
  /** Where a repository is now, which all that belongs to it shares. */
  readonly owners: SharedReads<RepoInfo | undefined> = this.#kept(
    new SharedReads(),
  );
  /** Branches and tags, which all those of a repository share. */
  readonly refs: SharedReads<Refs> = this.#kept(new SharedReads());
  /** Who has access, which all grants of a repository share. */
  readonly grants: SharedReads<Granted> = this.#kept(new SharedReads());
  /** The buckets of an owner, whose list shows all that a read does. */
  readonly buckets: ObjectReader<Bucket> = this.#kept(
    new ObjectReader(
      () => this.client(),
      {
        find: ({ buckets }, id, signal) => buckets.get(id, { signal }),
        list: ({ buckets }, owner, signal) =>
          buckets.list(owner, {}, { signal }),
      },
    ),
  );
  /** The scheduled jobs of an owner, whose list shows all that a read does. */
  readonly scheduledJobs: ListsByOwner<ScheduledJob> = this.#lists(
    ({ jobs }, owner) => jobs.scheduled.list(owner).toArray(),
  );
  /** The webhooks of the token's user, whose list shows all that a read does. */
  readonly webhooks: ListsByOwner<Webhook> = this.#lists(
    ({ webhooks }) => webhooks.list().toArray(),
  );
  /** The resource groups of an organization, with their members. */
  readonly resourceGroups: SharedList<readonly ResourceGroupDetails[]> = this
    .#list(({ organizations: { resourceGroups } }, organization) =>
      resourceGroups.list(organization).toArray()
    );
  /** The members of an organization by `nameKey`, with their roles and groups. */
  readonly members: SharedList<ReadonlyMap<string, OrganizationMember>> = this
    .#list(async ({ organizations }, organization) => {
      const all = organizations.listMembers(organization, { pageSize: 10_000 });
      return new Map(
        (await all.toArray()).map((one) => [nameKey(one.user), one]),
      );
    });
  /** The last of the steps that are taken one after the other, by their key. */
  readonly turns: Map<string, Promise<unknown>> = new Map();
  /** What this run has created: its kind and its id. */
  readonly made: Set<string> = new Set();
  /** The invitations to an organization. */
  readonly invitations: SharedList<readonly Invitation[]> = this.#list(
    ({ organizations: { invitations } }, organization) =>
      invitations.list(organization).toArray(),
  );
  /** The service accounts of an organization, without their tokens. */
  readonly serviceAccounts: SharedList<readonly ServiceAccount[]> = this.#list(
    ({ organizations: { serviceAccounts } }, organization) =>
      serviceAccounts.list(organization).toArray(),
  );
  /** The tokens of a service account: of its organization and its id. */
  readonly accountTokens: SharedList<
    readonly ServiceAccountToken[] | undefined
  > = this
    .#list(async ({ organizations: { serviceAccounts } }, account) => {
      const [organization = "", id = ""] = account.split("/");
      return (await serviceAccounts.get(organization, id)).accessTokens;
    });
  /** The commits of this run, each with the one that it follows. */
  readonly commits: Map<string, string> = new Map();
  /** Whether what was planned is done now. */
  isApplying = false;
  /** What stands in which resource. */
  readonly claims: Claims = new Claims();
  /**
   * The refusals of a resource that is planned once more, to be replaced, by its
   * mark or, as it was read, by its id; see `losing.ts`.
   */
  readonly replacing: Map<
    string,
    (
      planned: object,
      context: OperationContext<HuggingFaceProvider> & Noted,
    ) => void | Promise<void>
  > = new Map();
  /** Who generates the configuration of what. */
  readonly searches: Searches = new Searches();
  /** What plans look up to give advice. */
  readonly advice: PlanAdvice = new PlanAdvice(this);
  /** What everything that is planned costs and needs. */
  readonly plannedCost: PlannedCost;

  /** Takes the provider block as it is; nothing is asked for or checked. */
  constructor(block: ProviderBlock, dependencies: Dependencies) {
    this.#block = block;
    this.#dependencies = dependencies;
    this.plannedCost = new PlannedCost(this.advice, block);
  }

  /**
   * The client.
   *
   * @throws {DiagnosticsError} If something it needs is not known yet, or there
   * is no token.
   */
  async client(): Promise<HuggingFace> {
    const needed = ["token", "endpoint", "inference_endpoints_url"] as const;
    for (const name of needed) {
      if (isUnknown(this.#block[name])) throw notKnownYet(name);
    }
    if (await this.#foundToken() === undefined) {
      throw failure(noToken.summary, noToken.detail);
    }
    return this.#client ??= this.#newClient();
  }

  /**
   * Looks at URLs and token without asking the services: refuses what no
   * request can use, and warns if there is no token.
   */
  async check(diagnostics: Diagnostics): Promise<void> {
    checkServices(this.#block, this.#dependencies.env, diagnostics);
    if (isUnknown(this.#block.token)) return;
    const found = await this.#foundToken();
    if (found === undefined) {
      const { summary, detail } = noToken;
      diagnostics.addWarning(summary, detail);
      return;
    }
    const why = /^bearer/i.test(found.token)
      ? "begins with `Bearer`. Give the token alone: it begins with `hf_`"
      : /^[\w.~+/=-]+$/.test(found.token)
      ? undefined
      : "holds characters that no token has, as a placeholder does. Copy it " +
        "again from https://huggingface.co/settings/tokens";
    if (why !== undefined) {
      diagnostics.addError(
        "Invalid Hugging Face token",
        `The token from ${found.source} ${why}.`,
        typeof this.#block.token === "string"
          ? Path.root.attribute("token")
          : undefined,
      );
    }
  }

  /** Where the token comes from, as messages name it. */
  async tokenSource(): Promise<string> {
    return (await this.#foundToken())?.source ?? "nowhere";
  }

  /** The owner of new things as far as the provider block says it. */
  get configuredNamespace(): string | Unknown | null {
    return this.#block.namespace ?? null;
  }

  /** The cloud of new endpoints as far as the provider block says it. */
  get configuredCloud(): NonNullable<ProviderBlock["cloud"]> | null {
    return this.#block.cloud ?? null;
  }

  /** The base URL of the Hub, without a slash at the end. */
  get hubUrl(): string | Unknown {
    const { endpoint } = this.#block;
    if (isUnknown(endpoint)) return endpoint;
    return this.#baseUrls.hub;
  }

  /** Whether the token of the provider ends so. */
  async tokenEndsWith(end: string): Promise<boolean> {
    return (await this.#foundToken())?.token.endsWith(end) ?? false;
  }

  /**
   * The owner of new things: that of the provider block, else the token's user,
   * who is asked for once and only if needed.
   *
   * @throws {DiagnosticsError} If it is not known yet or cannot be found out.
   */
  async defaultNamespace(signal: AbortSignal): Promise<string> {
    const { namespace = null } = this.#block;
    if (isUnknown(namespace)) throw notKnownYet("namespace");
    if (namespace !== null) return namespace;
    const client = await this.client();
    try {
      return (await client.users.whoami({ signal })).name;
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot determine the token's user",
        provider: this,
        advice: "Set `namespace` in the provider block or in the resource to " +
          "do without this question.",
      });
    }
  }

  /** What the health route of an endpoint does not do; see `health.ts`. */
  async healthTrouble(
    endpoint: Endpoint,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { fetch = (request) => globalThis.fetch(request) } =
      this.#dependencies;
    const check = {
      token: (await this.#foundToken())?.token,
      apiUrl: this.#baseUrls.endpoints,
      fetch,
    };
    return await healthTrouble(endpoint, check, signal);
  }

  /** Forgets what was read; called after every write. */
  forget(): void {
    for (const reads of this.#reads) reads.forget();
  }

  get #baseUrls(): ReturnType<typeof parseBaseUrls> {
    const { env } = this.#dependencies;
    return parseBaseUrls(serviceOptions(this.#block, env));
  }

  async #foundToken(): Promise<FoundToken | undefined> {
    const { token } = this.#block;
    if (typeof token === "string" && token.trim() !== "") {
      maskToken(token.trim());
      return {
        token: token.trim(),
        source: "`token` in the provider block",
      };
    }
    const { env, readFile } = this.#dependencies;
    return await (this.#token ??= findToken(env, readFile));
  }

  /** Has what is read forgotten after every write. */
  #kept<T extends { forget(): void }>(reads: T): T {
    this.#reads.push(reads);
    return reads;
  }

  #reader<T extends RepoKind>(type: T): RepoReader<T> {
    return this.#kept(new RepoReader(() => this.client(), { type }));
  }

  /** A list that all who read something of it share. */
  #list<T>(
    list: (client: HuggingFace, key: string) => Promise<T>,
  ): SharedList<T> {
    const reads = this.#kept(new SharedReads<T>());
    return {
      get: (key, signal) =>
        reads.get(
          key,
          async () => await list(await this.client(), key),
          signal,
        ),
      forget: () => reads.forget(),
    };
  }

  /** Lists that have no pages. */
  #lists<T extends { readonly id: string }>(
    list: (client: HuggingFace, owner: string) => Promise<readonly T[]>,
  ): ListsByOwner<T> {
    return this.#kept(
      new ListsByOwner((owner) => ({
        page: async () => ({ items: await list(await this.client(), owner) }),
        keys: ({ id }) => [id],
      })),
    );
  }

  #newClient(): HuggingFace {
    const { env, userAgent, hooks, fetch } = this.#dependencies;
    const { max_retries, request_timeout } = this.#block;
    return new HuggingFace({
      token: async () => (await this.#foundToken())?.token,
      ...serviceOptions(this.#block, env),
      maxRetries: typeof max_retries === "number" ? max_retries : undefined,
      timeoutMs: typeof request_timeout === "string"
        ? milliseconds(request_timeout)
        : undefined,
      // Longer than the client's default: a window of the Hub is five minutes.
      retryBudgetMs: 300_000,
      // A write that takes effect after the next plan would change it again.
      // The engine waits 5 s for an operation that it has ended.
      writeGraceMs: 4000,
      userAgent,
      hooks,
      fetch,
      mask: masked,
    });
  }
}

/** What an operation may need of the provider block, and what to use instead. */
const replacements = {
  token: "the environment variable `HF_TOKEN`",
  namespace: "the `namespace` of each resource",
  endpoint: "the environment variable `HF_ENDPOINT`",
  inference_endpoints_url:
    "the environment variable `HF_INFERENCE_ENDPOINTS_URL`",
} as const;

/** Deferred where the client can do that, else an error. */
function notKnownYet(attribute: keyof typeof replacements): Deferral {
  const cause = failure(
    `Provider attribute ${attribute} is not known yet`,
    `\`${attribute}\` in the provider block depends on something that is only ` +
      "known after apply, but this operation needs it now. Either apply what " +
      "it depends on first, with `-target`; or set it to a value that is " +
      "known, such as a variable; or take it out and use " +
      `${replacements[attribute]} instead.`,
  );
  return new Deferral("provider_config_unknown", { cause });
}

const noToken = {
  summary: "No Hugging Face token",
  detail: "There is no token in the provider block, in `HF_TOKEN` or " +
    "`HUGGING_FACE_HUB_TOKEN`, or in the file of `hf auth login`. Create " +
    "one at https://huggingface.co/settings/tokens with the permissions that " +
    "your resources need, then set `HF_TOKEN` or run `hf auth login`.",
};
