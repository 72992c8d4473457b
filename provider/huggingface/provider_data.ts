import {
  Deferral,
  type Diagnostics,
  failure,
  isUnknown,
  type OperationContext,
  Path,
  redactSecrets,
  redactValues,
  type Unknown,
} from "@hf-terraform/framework";
import type { MayRepeat } from "@hf-terraform/framework/binding";
import {
  type Fetch,
  type Hooks,
  HuggingFace,
  isApiError,
  mayHaveTakenEffect,
  parseBaseUrls,
} from "@hf-terraform/client";
import { Claims } from "./object/claims.ts";
import { explain } from "./object/errors.ts";
import type { PrivateNotes } from "./object/notes.ts";
import { milliseconds } from "./define/inputs.ts";
import type { ProviderBlock } from "./provider_block.ts";
import type { Access } from "./define/access.ts";
import {
  checkServices,
  refuseOtherOwner,
  serviceOf,
  serviceOptions,
} from "./service_urls.ts";
import {
  type Environment,
  findToken,
  type FoundToken,
  maskToken,
} from "./token.ts";

/** The dependencies that do not come from the provider block. */
export interface Dependencies {
  readonly env: Environment;
  /** An addition to the user agent, as `terraform/1.11.4`. */
  readonly userAgent: string;
  readonly hooks?: Hooks;
  /** Sends the requests; the platform's if absent. */
  readonly fetch?: Fetch;
  /** Reads the token file; the platform's file system if absent. */
  readonly readFile?: (path: string) => Promise<string>;
  /** Default: false. */
  readonly isWholeTest?: boolean;
  /** Milliseconds in which reads gather that one list may answer; default: 10. */
  readonly gatherMs?: number;
  /** The time in milliseconds since 1970; the platform's if absent. */
  readonly now?: () => number;
}

/** The configured provider, and the signal that ends what is asked of it. */
export interface ProviderContext {
  readonly provider: HuggingFaceProvider;
  readonly signal: AbortSignal;
}

/** The context of what a plan says besides. */
export type AdviceContext = Pick<
  OperationContext<HuggingFaceProvider>,
  "provider" | "diagnostics"
>;

/** A look before a write is sent again. */
export interface RepeatRule {
  readonly mayRepeat?: MayRepeat;
}

/** A way to reach an address that a service has named. */
export interface Connection {
  /** The token; it goes to endpoints that are not public. */
  readonly token: string | undefined;
  readonly apiUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A shorter token may stand in a name by chance. */
const MIN_TOKEN = 16;

/** An object with a state, of which another plan may only have a mark or the id. */
export interface Replaceable {
  /** Refuses to replace it, unless its losses are meant. */
  refuse(
    planned: object,
    context:
      & OperationContext<HuggingFaceProvider>
      & PrivateNotes
      & { readonly config: object },
  ): void | Promise<void>;
  /** Whether its own plan says already that it is replaced. */
  readonly isSaid: boolean;
}

/** The configured provider, which all operations are given. */
export class HuggingFaceProvider {
  /** The provider block, of which only requests have the token. */
  readonly settings: Omit<ProviderBlock, "token">;
  readonly #block: ProviderBlock;
  readonly #dependencies: Dependencies;
  #token: Promise<FoundToken | undefined> | undefined;
  #client: HuggingFace | undefined;
  readonly #onWrite: (() => void)[] = [];
  /** The last of the steps that are taken one after the other, by their key. */
  readonly turns: Map<string, Promise<unknown>> = new Map();
  /** The objects that this run has created, by kind and id. */
  readonly createdObjects: Set<string> = new Set();
  /** The likenesses of objects that this run has deleted. */
  readonly deletedLikenesses: Set<string> = new Set();
  /** The commits of this run, each with the one that it follows. */
  readonly commits: Map<string, string> = new Map();
  /** Whether what was planned is done now. */
  isApplying = false;
  readonly claims: Claims = new Claims();
  /** Whether one process plans and applies: see `ConfigureContext`. */
  readonly isWholeTest: boolean;
  /** Whether this run has read what a state has. */
  hasRead = false;
  readonly gatherMs: number;
  readonly now: () => number;
  /** The objects that may be planned once more, to replace them, by mark or id. */
  readonly replacing: Map<string, Replaceable> = new Map();
  /** Takes the provider block as it is; nothing is asked for or checked. */
  constructor(block: ProviderBlock, dependencies: Dependencies) {
    const { token: _, ...settings } = block;
    this.settings = settings;
    this.#block = block;
    this.#dependencies = dependencies;
    this.isWholeTest = dependencies.isWholeTest ?? false;
    this.gatherMs = dependencies.gatherMs ?? 10;
    this.now = dependencies.now ?? Date.now;
  }

  /** The client, which repeats no write of a lost answer without a look. */
  async client({ mayRepeat }: RepeatRule = {}): Promise<HuggingFace> {
    const needed = ["token", "endpoint", "inference_endpoints_url"] as const;
    for (const name of needed) {
      if (isUnknown(this.#block[name])) throw notKnownYet(name);
    }
    if (await this.#foundToken() === undefined) {
      throw failure(...noToken);
    }
    const client = this.#client ??= this.#newClient();
    return mayRepeat === undefined ? client : client.withOptions({
      mayRepeat: (error) => mayRepeat(error, mayHaveTakenEffect(error)),
    });
  }

  /** Refuses URLs and tokens that no request can use; warns of no token. */
  async check(diagnostics: Diagnostics): Promise<void> {
    checkServices(this.#block, this.#dependencies.env, diagnostics);
    if (isUnknown(this.#block.token)) return;
    const found = await this.#foundToken();
    if (found === undefined) {
      diagnostics.addWarning(...noToken);
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

  async tokenSource(): Promise<string> {
    return (await this.#foundToken())?.source ?? "nowhere";
  }

  /** The base URL of the Hub, without a slash at the end. */
  get hubUrl(): string | Unknown {
    const { endpoint } = this.#block;
    if (isUnknown(endpoint)) return endpoint;
    return this.#baseUrls.hub;
  }

  /** The service that is asked about an object, as messages name it. */
  serviceOf(object: Access): string {
    return serviceOf(object, this.#baseUrls);
  }

  /** The owner of new things: that of the provider block, else the token's user. */
  async defaultNamespace(signal: AbortSignal): Promise<string> {
    const { namespace = null } = this.#block;
    if (isUnknown(namespace)) throw notKnownYet("namespace");
    if (namespace !== null) return namespace;
    const client = await this.client();
    try {
      const { name } = await client.users.whoami({ signal });
      const { token = "" } = await this.#foundToken() ?? {};
      const isToken = token.length >= MIN_TOKEN && name.includes(token);
      // It goes into commands that messages advise, into plans and states.
      if (/^\w[\w.-]*$/.test(name) && !isToken) return name;
      throw failure(
        "Cannot determine the token's user",
        redactValues`The service tells the name ${name}, which nobody can have. ` +
          "Set `namespace` in the provider block or in the resource.",
      );
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot determine the token's user",
        provider: this,
        // Without a token that is taken nothing else would go on.
        ...!isApiError(error, 401) && {
          advice: "Set `namespace` in the provider block or in the resource " +
            "to do without this question.",
        },
      });
    }
  }

  async connection(): Promise<Connection> {
    const { fetch = (request) => globalThis.fetch(request) } =
      this.#dependencies;
    return {
      token: (await this.#foundToken())?.token,
      apiUrl: this.#baseUrls.endpoints,
      fetch,
    };
  }

  /** Calls a function after every write, such as one that empties a cache. */
  onWrite(call: () => void): void {
    this.#onWrite.push(call);
  }

  /** Forgets what was read; called after every write. */
  forget(): void {
    for (const call of this.#onWrite) call();
  }

  get #baseUrls(): ReturnType<typeof parseBaseUrls> {
    const { env } = this.#dependencies;
    return parseBaseUrls(serviceOptions(this.#block, env));
  }

  async #foundToken(): Promise<FoundToken | undefined> {
    const { token } = this.#block;
    if (typeof token === "string" && token.trim() !== "") {
      maskToken(token.trim());
      return { token: token.trim(), source: "`token` in the provider block" };
    }
    const { env, readFile } = this.#dependencies;
    return await (this.#token ??= findToken(env, readFile));
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
      mayRepeat: false,
      // Longer than the client's default: a window of the Hub is five minutes.
      retryBudgetMs: 300_000,
      // A write that takes effect after the next plan would change it again.
      // The engine waits 5 s for an operation that it has ended.
      writeGraceMs: 4000,
      userAgent,
      hooks: {
        ...hooks,
        onRedirect: (event) =>
          refuseOtherOwner(event, Object.values(this.#baseUrls)),
      },
      fetch,
      mask: redactSecrets,
    });
  }
}

/** Replacements of arguments of the provider block that an operation needs. */
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

const noToken = [
  "No Hugging Face token",
  "There is no token in the provider block, in `HF_TOKEN` or " +
  "`HUGGING_FACE_HUB_TOKEN`, or in the file of `hf auth login`, whose path " +
  "must be absolute. Create one at https://huggingface.co/settings/tokens " +
  "with the permissions that you need, then set `HF_TOKEN` or run `hf auth login`.",
] as const;
