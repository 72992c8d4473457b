import { type Diagnostics, DiagnosticsError } from "@hf-terraform/framework";
import {
  type CallOptions,
  type ComputeCatalog,
  type HuggingFace,
  type Identity,
  isApiError,
  type RepoRef,
  type SpaceTemplate,
} from "@hf-terraform/client";
import type { Access } from "../define/access.ts";
import { type ErrorContext, explain } from "../object/errors.ts";
import {
  endpointPrices,
  type PriceList,
  type Product,
  readPrices,
} from "./price.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import type { HubKind } from "../schema/ids.ts";
import { tellObstacle } from "../object/replacement.ts";
import { heldFiles, orGone, sizeOf } from "../object/remote_object.ts";
import { perProvider } from "../reads/per_provider.ts";

/** The number of files that a plan counts. */
const MOST_FILES = 1000;

/** The time that a plan waits for an answer, in milliseconds. */
export const PATIENCE_MS = 2000;

/** The Hub's answer about an object that a configuration names. */
export type Presence = "there" | "absent" | "hidden" | "without the revision";

type Ask<T> = (client: HuggingFace, options: CallOptions) => Promise<T>;

/** Lookups of a plan. Undefined: not in time; a refused token is an error. */
export class PlanAdvice {
  readonly #provider: HuggingFaceProvider;
  readonly #asked = new Map<string, Promise<unknown>>();
  readonly #said = new Set<string>();

  constructor(provider: HuggingFaceProvider) {
    this.#provider = provider;
  }

  /** The catalogue of machines, with quotas where the namespace is known. */
  catalog(
    namespace: string | undefined,
    diagnostics?: Diagnostics,
  ): Promise<ComputeCatalog | undefined> {
    const what = "catalogue of machines";
    return this.once(what, async ({ endpoints }, options) => {
      try {
        return await endpoints.getCompute(namespace, options);
      } catch (error) {
        if (diagnostics !== undefined && isApiError(error, 403)) {
          await this.tellRefusal(error, {
            summary: `Cannot read the ${what}`,
            permission: "inference.endpoints.write",
            namespace,
            diagnostics,
          });
        }
        throw error;
      }
    }, namespace);
  }

  /** Asks once for what is told; what could not be told once may be told later. */
  async once<T>(what: string, ask: Ask<T>, more = ""): Promise<T | undefined> {
    const key = `${what} ${more}`;
    const asked = this.#asked.get(key) ?? this.ask(what, ask);
    this.#asked.set(key, asked);
    let found: unknown;
    try {
      found = await asked;
      // One text is always asked for in one way.
      return found as T | undefined;
    } finally {
      if (found === undefined && this.#asked.get(key) === asked) {
        this.#asked.delete(key);
      }
    }
  }

  /** Warns once of each permission that a look lacks; unpaid, a replacement is an error. */
  async tellRefusal(
    error: unknown,
    { diagnostics, isReplaced = false, ...about }:
      & Pick<ErrorContext, "summary" | "namespace">
      & Access
      & { readonly diagnostics: Diagnostics; readonly isReplaced?: boolean },
  ): Promise<void> {
    const cause = error instanceof DiagnosticsError ? error.cause : error;
    if (!isApiError(cause) || ![401, 402, 403].includes(cause.status)) return;
    const key = `${cause.status === 401 ? "token" : about.permission}`;
    const isLost = isReplaced && cause.status === 402;
    if (!isLost && !this.isNews(`refusal ${key}`)) return;
    const told = await explain(cause, {
      ...about,
      provider: this.#provider,
      advice: isLost ? "" : "The plan goes on without it.",
    });
    if (!(told instanceof DiagnosticsError)) return;
    for (const { summary, detail } of told.diagnostics) {
      tellObstacle(diagnostics, isLost, [summary, detail]);
    }
  }

  /** The prices of a product; of endpoints by the {@linkcode catalog}. */
  async prices(
    product: Product,
    namespace: string | undefined,
    diagnostics?: Diagnostics,
  ): Promise<PriceList | undefined> {
    if (product === "endpoint") {
      const catalog = await this.catalog(namespace, diagnostics);
      return catalog && await this.once(
        "prices of endpoints",
        () => Promise.resolve(endpointPrices(catalog)),
        namespace,
      );
    }
    return await this.once(
      `hardware of ${product}s`,
      (client, options) => readPrices(product, client, options),
    );
  }

  templates(): Promise<readonly SpaceTemplate[] | undefined> {
    return this.once(
      "templates of Spaces",
      ({ spaces }, options) => spaces.listTemplates(options).toArray(),
    );
  }

  user(): Promise<Identity | undefined> {
    return this.once(
      "token's user",
      ({ users }, options) => users.whoami(options),
    );
  }

  /** The files on the main branch of a repository, in words. */
  files(repo: RepoRef): Promise<string | undefined> {
    return this.ask(`files of ${repo.id}`, async ({ files }, options) => {
      let count = 0;
      let bytes = 0;
      const list = files.list(repo, { recursive: true }, { ...options });
      for await (const { type, size = 0 } of list) {
        if (type !== "file") continue;
        if (count === MOST_FILES) return `more than ${MOST_FILES} files`;
        count++;
        bytes += size;
      }
      return heldFiles(count, bytes);
    });
  }

  /** The storage that a repository uses with all of its history, in words. */
  storage(repo: RepoRef): Promise<string | undefined> {
    return this.ask(`storage of ${repo.id}`, async ({ repos }, options) => {
      const expand = ["usedStorage"] as const;
      const { usedStorage } = await repos.get(repo, { expand }, options);
      return typeof usedStorage === "number" ? sizeOf(usedStorage) : undefined;
    });
  }

  /** The presence of something on the Hub; undefined: that is not known. */
  presence(
    type: HubKind,
    id: string,
    revision: string | undefined,
  ): Promise<Presence | undefined> {
    return this.once(`${type} ${id}`, async ({ buckets, repos }, options) => {
      try {
        const at = { ...revision !== undefined && { revision } };
        if (type === "bucket") await buckets.get(id, options);
        else if (type === "space") {
          await repos.get({ type, id }, { ...at, expand: ["sha"] }, options);
        } else {
          const expand = ["sha", "gated"] as const;
          const { gated = false } = await repos
            .get({ type, id }, { ...at, expand }, options);
          // Everybody is shown that it is there.
          if (gated !== false) await repos.checkAccess({ type, id }, options);
        }
        return "there";
      } catch (error) {
        if (isApiError(error, 403)) return "hidden";
        if (!isApiError(error, 404)) return undefined;
        const isOther = error.code === "RevisionNotFound";
        return isOther ? "without the revision" : "absent";
      }
    }, revision);
  }

  /** The kind of account that has a name. */
  accountType(
    name: string,
  ): Promise<"organization" | "user" | "none" | undefined> {
    return this.once(`account ${name}`, async ({ users }, options) => {
      for (const type of ["organization", "user"] as const) {
        const overview = users.getOverview(name, { type }, options);
        if (await orGone(overview) !== undefined) return type;
      }
      return "none";
    });
  }

  /** Whether something was not said before in this run. */
  isNews(what: string): boolean {
    return this.#said.size < this.#said.add(what).size;
  }

  /** Asks once, and not for long; undefined: there is no answer in time. */
  async ask<T>(what: string, ask: Ask<T>): Promise<T | undefined> {
    try {
      return await ask(await this.#provider.client(), {
        signal: AbortSignal.timeout(PATIENCE_MS),
        timeoutMs: PATIENCE_MS,
        maxRetries: 0,
      });
    } catch (error) {
      if (!isApiError(error, 401)) return undefined;
      throw await explain(error, {
        summary: `Cannot read the ${what}`,
        provider: this.#provider,
      });
    }
  }
}

export const planAdvice = perProvider((provider) => new PlanAdvice(provider));
