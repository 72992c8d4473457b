/**
 * Reads of repositories that share requests, and follow a repository that was
 * renamed.
 *
 * Reads at the same time are answered from pages of the owner's list, 100
 * repositories a request. A repository is identified by its stable id, whatever
 * its name:
 *
 * 1. That it is not in a list means nothing: a GET of its name decides.
 * 2. The old name of a renamed repository leads to the new one.
 * 3. If the name belongs to another repository by now, the owner's list is
 *    searched for the stable id.
 * 4. It is gone if none of these has it, and the token can see the namespace.
 *
 * @module
 */

import { failure } from "../../../framework/mod.ts";
import {
  type CallOptions,
  type HuggingFace,
  isApiError,
  type RepoInfo,
  type RepoInventoryItem,
  type RepoInventoryOptions,
  type RepoType,
  type Visibility,
} from "../../../../mod.ts";
import { type ListReadOptions, ListsByOwner } from "./list_reads.ts";

/** What a reader reads. */
export interface RepoReaderOptions extends ListReadOptions {
  /** The kind of repository. */
  readonly type: RepoType;
  /** The fields of its information. */
  readonly fields: readonly string[];
}

/** The fields of the Hub's information on a model or dataset. */
export const managedFields = [
  "createdAt",
  "gated",
  "private",
  "resourceGroup",
  "sha",
  "usedStorage",
] as const;

/** Reads repositories of one kind, one or many. */
export class RepoReader {
  readonly #client: () => Promise<HuggingFace>;
  readonly #options: RepoReaderOptions;
  readonly #lists: ListsByOwner<RepoInfo>;
  readonly #inventories: ListsByOwner<RepoInventoryItem>;

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: RepoReaderOptions,
  ) {
    this.#client = client;
    this.#options = options;
    const { type, fields } = options;
    this.#lists = new ListsByOwner((namespace) => ({
      page: async (cursor) => {
        const { repos } = await client();
        const options = { author: namespace, pageSize: 100, expand: fields };
        return repos.listPage(type, { ...options, cursor });
      },
      keys: (info) => [info._id, info.id],
    }), options);
    this.#inventories = new ListsByOwner((namespace) => ({
      page: async () => ({
        items: await inventory(await client(), namespace, {
          type,
          pageSize: 1000,
        }),
      }),
      keys: ({ id }) => [id],
    }), options);
  }

  /** The fields of a repository's information that are read. */
  get fields(): readonly string[] {
    return this.#options.fields;
  }

  /**
   * The repository; undefined if it is surely gone.
   *
   * @param id Namespace and name, as far as is known.
   * @param stableId The id that stays when it is renamed; null: whatever has
   * the name.
   */
  async read(
    id: string,
    stableId: string | null,
    signal: AbortSignal,
  ): Promise<RepoInfo | undefined> {
    const [namespace = ""] = id.split("/");
    const { type, fields } = this.#options;
    const listed = await this.#lists.find(namespace, stableId ?? id, signal);
    if (listed !== undefined) return owned(listed);
    const client = await this.#client();
    try {
      const info = owned(
        await client.repos.info({ type, id }, { expand: fields, signal }),
      );
      if (stableId === null || info._id === stableId) return info;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      await this.assertVisible(namespace, signal);
    }
    return stableId === null
      ? undefined
      : await this.search([namespace], stableId, signal);
  }

  /** The repository with a stable id among those of some owners. */
  async search(
    namespaces: readonly string[],
    stableId: string,
    signal: AbortSignal,
  ): Promise<RepoInfo | undefined> {
    const client = await this.#client();
    const { type, fields } = this.#options;
    for (const author of namespaces) {
      const options = { author, pageSize: 100, expand: fields };
      for await (const info of client.repos.list(type, options, { signal })) {
        if (info._id === stableId) return info;
      }
    }
    return undefined;
  }

  /**
   * Who sees a repository. Only the inventory tells protected from private
   * Spaces; undefined if the token may not read that.
   */
  async visibility(
    info: RepoInfo,
    signal: AbortSignal,
  ): Promise<Visibility | undefined> {
    const [namespace = "", name = ""] = info.id.split("/");
    try {
      const listed = await this.#inventories.find(namespace, info.id, signal);
      if (listed !== undefined) return listed.visibility;
      const client = await this.#client();
      const items = await inventory(client, namespace, {
        type: this.#options.type,
        search: name,
        signal,
      });
      return items.find(({ id }) => id === info.id)?.visibility;
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
    }
    return undefined;
  }

  /**
   * Throws unless the token can see a namespace: else 404 means nothing.
   *
   * @throws {Error} If the namespace is not the token's to see, with a reason.
   */
  async assertVisible(namespace: string, signal: AbortSignal): Promise<void> {
    const client = await this.#client();
    const who = await client.users.whoami({ signal });
    const { orgs = [], auth } = who;
    const org = orgs.find(({ name }) => name === namespace);
    const isMember = who.name === namespace ||
      org !== undefined && org.roleInOrg !== "no_access";
    const scopes = auth?.accessToken?.role === "fineGrained"
      ? auth.accessToken.fineGrained?.scoped ?? []
      : undefined;
    const accountId = who.name === namespace ? who.id : org?.id;
    const mayRead = scopes === undefined ||
      scopes.some((scope) =>
        scope.entity._id === accountId &&
        scope.permissions.some((name) => readPermissions.has(name))
      );
    if (!isMember || !mayRead) throw new InvisibleError(namespace, who.name);
  }

  /** Forgets what was read; called with every write. */
  forget(): void {
    this.#lists.forget();
    this.#inventories.forget();
  }
}

/**
 * The information of a repository that has an owner, as all have that can be
 * managed.
 *
 * @throws {DiagnosticsError} If its id names none.
 */
export function owned(info: RepoInfo): RepoInfo {
  if (info.id.split("/").length === 2) return info;
  throw failure(
    "The API answered an unexpected id",
    `It must be \`namespace/name\`, but is ${
      JSON.stringify(info.id)
    }. Nothing of ` +
      "the answer was taken over. Check the provider's URLs and any proxy " +
      "between.",
  );
}

/** What an organization owns, else what the token's user owns. */
async function inventory(
  client: HuggingFace,
  namespace: string,
  options: RepoInventoryOptions & CallOptions,
): Promise<readonly RepoInventoryItem[]> {
  try {
    return await Array.fromAsync(client.repos.inventory(namespace, options));
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    return await Array.fromAsync(client.repos.inventory(undefined, options));
  }
}

/** A namespace that the token cannot see, so that 404 means nothing. */
export class InvisibleError extends Error {
  override readonly name = "InvisibleError";

  /** Makes an error about a namespace and the token's user. */
  constructor(namespace: string, user: string) {
    super(
      `The Hub answers 404, but the token of ${user} may not see all of the ` +
        `namespace ${namespace}`,
    );
  }
}

const readPermissions: ReadonlySet<string> = new Set([
  "repo.content.read",
  "repo.write",
]);
