/**
 * Reads of objects that have a stable id, whatever their name: in pages of the
 * owner's list that reads share, by a GET of the name, which may be a former one,
 * and, if another object has that by now, in the whole list. To the token it is
 * gone if none of these has it.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";
import type { HuggingFace } from "@hf-terraform/client";
import { orGone } from "../object/remote_object.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { notTold } from "../schema/not_told.ts";
import { ListsByOwner, type SharedPage } from "./list_reads.ts";

/** An object with an id that stays when it is renamed. */
export interface StableItem {
  /** The stable id; undefined: the service does not tell it. */
  readonly _id?: string | undefined;
  /** `namespace/name`. */
  readonly id: string;
  /** The time when it was made, in the form of RFC 3339. */
  readonly createdAt?: string;
}

export interface ObjectRoutes<T> {
  /** The object that has a name, or had it and was renamed. */
  find(client: HuggingFace, id: string, signal: AbortSignal): PromiseLike<T>;
  /** The page of an owner's objects at a cursor, and all that follow it. */
  list(
    client: HuggingFace,
    owner: string,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): PromiseLike<SharedPage<T>> & AsyncIterable<T>;
}

/** The part of a configured provider that readers need. */
export type ReadingProvider = Pick<HuggingFaceProvider, "client" | "gatherMs">;

export class ObjectReader<T extends StableItem> {
  /** The provider; its client is asked for when it is needed. */
  protected readonly provider: ReadingProvider;
  readonly #routes: ObjectRoutes<T>;
  readonly #lists: ListsByOwner<T>;

  constructor(provider: ReadingProvider, routes: ObjectRoutes<T>) {
    this.provider = provider;
    this.#routes = routes;
    this.#lists = new ListsByOwner((owner) => ({
      page: async (cursor) =>
        await routes.list(await provider.client(), owner, cursor),
      keys: ({ _id, id }) => _id === undefined ? [id] : [_id, id],
    }), provider.gatherMs);
  }

  /** The object, or whatever has the name; undefined: the token cannot see it. */
  async read(
    id: string,
    stableId: string | null,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const [owner = ""] = id.split("/");
    const listed = await this.#lists.find(owner, stableId ?? id, signal);
    if (listed !== undefined) return this.complete(listed);
    const found = await orGone(this.find(id, signal));
    if (found !== undefined && isIt(found, stableId)) return found;
    if (stableId === null) return undefined;
    // The name of another one leads nowhere, wherever it was moved.
    const more = found === undefined
      ? []
      : await ownNamespaces(await this.provider.client(), signal);
    const named = await this.findAmong([owner, ...more], stableId, signal);
    // A list may lag behind, and its name be that of another one by now.
    const now = named && await orGone(this.find(named.id, signal));
    if (now === undefined || isIt(now, stableId)) return now;
    throw notTold(`the name of what has the stable id ${stableId}`);
  }

  /** The object that has a name at this moment, or had it and was renamed. */
  async find(id: string, signal: AbortSignal): Promise<T> {
    const client = await this.provider.client();
    return this.complete(await this.#routes.find(client, id, signal));
  }

  /** The object with a stable id among those of some owners. */
  async findAmong(
    owners: readonly string[],
    stableId: string,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const client = await this.provider.client();
    for (const owner of owners) {
      const list = this.#routes.list(client, owner, undefined, signal);
      for await (const found of list) {
        if (found._id === stableId) return this.complete(found);
      }
    }
    return undefined;
  }

  forget(): void {
    this.#lists.forget();
  }

  /** An answer as it is handed on: its id has to name an owner. */
  protected complete(found: T): T {
    if (found.id.split("/").length === 2) return found;
    throw failure(
      "The API answered an unexpected id",
      `It must be \`namespace/name\`, but is ${JSON.stringify(found.id)}. ` +
        "Nothing of the answer was taken over. Check the provider's URLs and " +
        "any proxy between.",
    );
  }
}

/** The token's user, and the organizations that it belongs to. */
export async function ownNamespaces(
  { users }: Pick<HuggingFace, "users">,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { name, orgs = [] } = await users.whoami({ signal });
  return [name, ...orgs.map((org) => org.name)];
}

/** Whether it is the object that is meant, as far as the service tells. */
export function isIt({ _id }: StableItem, stableId: string | null): boolean {
  return stableId === null || _id === undefined || _id === stableId;
}
