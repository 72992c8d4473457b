/**
 * Reads of Spaces that share requests, and follow a Space that was renamed.
 *
 * Reads at the same time are answered from pages of the owner's list, 100
 * Spaces a request. A Space is told by its stable id, whatever its name:
 *
 * 1. That it is not in a list means nothing: a GET of its name decides.
 * 2. The old name of a renamed Space leads to the new one.
 * 3. If the name belongs to another Space by now, the owner's list is searched
 *    for the stable id.
 * 4. It is gone if none of these has it, and the token can see the namespace.
 *
 * @module
 */

import {
  type CallOptions,
  type HuggingFace,
  isApiError,
  type RepoInfo,
  type RepoInventoryItem,
  type RepoInventoryOptions,
  type SpaceSecret,
  type SpaceVariable,
  type Visibility,
} from "../../../mod.ts";
import { type ListReadOptions, ListReads } from "./list_reads.ts";

/** Which Space to read. */
export interface SpaceAddress {
  /** The namespace. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
  /** The id that stays when it is renamed; null: whatever has the name. */
  readonly spaceId: string | null;
}

/** The fields of a Space's information that are read. */
export const spaceFields = [
  "author",
  "cardData",
  "createdAt",
  "lastModified",
  "private",
  "region",
  "resourceGroup",
  "runtime",
  "sdk",
  "sha",
  "subdomain",
] as const;

/** How long the secrets and variables of a Space are good for. */
const KEYS_MAX_AGE_MS = 15_000;

interface Kept<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** Reads Spaces, one or many. */
export class SpaceReader {
  readonly #client: () => Promise<HuggingFace>;
  readonly #options: ListReadOptions;
  #lists = new Map<string, ListReads<RepoInfo>>();
  #inventories = new Map<string, ListReads<RepoInventoryItem>>();
  #variables = new Map<string, Kept<Readonly<Record<string, SpaceVariable>>>>();
  #secrets = new Map<string, Kept<Readonly<Record<string, SpaceSecret>>>>();

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: ListReadOptions = {},
  ) {
    this.#client = client;
    this.#options = options;
  }

  /** The Space; undefined if it is surely gone. */
  async read(
    address: SpaceAddress,
    signal: AbortSignal,
  ): Promise<RepoInfo | undefined> {
    const { namespace, name, spaceId } = address;
    const id = `${namespace}/${name}`;
    const list = await this.#list(namespace);
    const listed = await list.find(spaceId ?? id, signal);
    if (listed !== undefined) return listed;
    const client = await this.#client();
    try {
      const info = await client.repos.info({ type: "space", id }, {
        expand: spaceFields,
        signal,
      });
      if (spaceId === null || info._id === spaceId) return info;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      await this.assertVisible(namespace, signal);
    }
    return spaceId === null
      ? undefined
      : await this.search([namespace], spaceId, signal);
  }

  /** The Space with a stable id among those of some owners. */
  async search(
    namespaces: readonly string[],
    spaceId: string,
    signal: AbortSignal,
  ): Promise<RepoInfo | undefined> {
    const client = await this.#client();
    for (const author of namespaces) {
      const options = { author, pageSize: 100, expand: spaceFields };
      for await (
        const info of client.repos.list("space", options, { signal })
      ) {
        if (info._id === spaceId) return info;
      }
    }
    return undefined;
  }

  /**
   * Who sees a Space. Only the inventory tells protected from private ones;
   * undefined if the token may not read that.
   */
  async visibility(
    info: RepoInfo,
    signal: AbortSignal,
  ): Promise<Visibility | undefined> {
    const [namespace = "", name = ""] = info.id.split("/");
    try {
      const list = await this.#inventory(namespace);
      const listed = await list.find(info.id, signal);
      if (listed !== undefined) return listed.visibility;
      const client = await this.#client();
      const items = await inventory(client, namespace, {
        search: name,
        signal,
      });
      return items.find(({ id }) => id === info.id)?.visibility;
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
    }
    return undefined;
  }

  /** The variables of a Space; resources that ask at a time share a request. */
  variables(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceVariable>>> {
    return shared(this.#variables, id, async () => {
      const client = await this.#client();
      return await client.spaces.variables(id);
    }, signal);
  }

  /** The secrets of a Space; resources that ask at a time share a request. */
  secrets(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceSecret>>> {
    return shared(this.#secrets, id, async () => {
      const client = await this.#client();
      return await client.spaces.secrets(id);
    }, signal);
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
    this.#lists = new Map();
    this.#inventories = new Map();
    this.#variables = new Map();
    this.#secrets = new Map();
  }

  async #list(namespace: string): Promise<ListReads<RepoInfo>> {
    const client = await this.#client();
    return entry(this.#lists, namespace, () =>
      new ListReads<RepoInfo>({
        page: (cursor) =>
          client.repos.listPage("space", {
            author: namespace,
            pageSize: 100,
            expand: spaceFields,
            cursor,
          }),
        keys: (info) => [info._id, info.id],
      }, this.#options));
  }

  async #inventory(
    namespace: string,
  ): Promise<ListReads<RepoInventoryItem>> {
    const client = await this.#client();
    return entry(
      this.#inventories,
      namespace,
      () =>
        new ListReads<RepoInventoryItem>({
          page: async () => ({
            items: await inventory(client, namespace, { pageSize: 1000 }),
          }),
          keys: ({ id }) => [id],
        }, this.#options),
    );
  }
}

/** The Spaces that an organization owns, else those of the token's user. */
async function inventory(
  client: HuggingFace,
  namespace: string,
  options: RepoInventoryOptions & CallOptions,
): Promise<readonly RepoInventoryItem[]> {
  const spaces = { ...options, type: "space" };
  try {
    return await Array.fromAsync(client.repos.inventory(namespace, spaces));
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    return await Array.fromAsync(client.repos.inventory(undefined, spaces));
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

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function shared<T>(
  map: Map<string, Kept<T>>,
  key: string,
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let kept = map.get(key);
  if (kept === undefined || Date.now() - kept.at >= KEYS_MAX_AGE_MS) {
    kept = { at: Date.now(), value: read() };
    map.set(key, kept);
    kept.value.catch(() => map.delete(key));
  }
  return unlessAborted(kept.value, signal);
}

/** The promise, but no longer than the signal allows. */
function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([promise, aborted])
    .finally(() => signal.removeEventListener("abort", onAbort));
}
