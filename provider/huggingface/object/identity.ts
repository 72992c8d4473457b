/**
 * Objects that have a stable id. Names change, and may belong to another object
 * by now: whatever is read, changed or deleted is found by its stable id. Four
 * words say how, in all names of functions:
 *
 * - `read`: the object of a state, from a list that reads share or by itself;
 * - `look`: the same at this moment, sharing nothing, right before it is deleted;
 * - `identify`: as `look`, before a change, where it has to be there;
 * - `find`: what has a name or an id that no state has yet, whatever it is.
 *
 * @module
 */

import { failure, type ImportContext, Path } from "@hf-terraform/framework";
import { type CallOptions, mayHaveTakenEffect } from "@hf-terraform/client";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import {
  isIt,
  type ObjectReader,
  ownNamespaces,
  type StableItem,
} from "../reads/object_reader.ts";
import type { PerProvider } from "../reads/per_provider.ts";
import { type HubKind, kindName, parseHubId, shownId } from "../schema/ids.ts";
import { sameName, sameOwner } from "../schema/same.ts";
import { deleteObject } from "./delete.ts";
import { identityOf } from "./derived_id.ts";
import { explain } from "./errors.ts";
import {
  attempt,
  explainFor,
  isNameTaken,
  orGone,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";

/** An object with a stable id, and what it takes to rename and delete it. */
export interface IdentifiedObject<T extends StableItem = StableItem>
  extends RemoteObject {
  /** Namespace and name; another one after a rename. */
  id: string;
  /** The stable id that later calls are meant for; undefined: not known yet. */
  stableId?: string | undefined;
  readonly reader: ObjectReader<T>;
  move(from: string, to: string, once: CallOptions): Promise<void>;
  remove(id: string, once: CallOptions): Promise<void>;
}

/**
 * Finds the object by its stable id, right before it is changed; an error if it is
 * gone, or has another owner than a plan could say. The object's `id` follows.
 *
 * @param stableId Null if it was never seen: whatever has the name.
 * @param to The name that the plan says.
 * @param current The object, if it was looked at already.
 */
export async function identify<T extends StableItem, C extends StableItem = T>(
  object: IdentifiedObject<T>,
  stableId: string | null,
  to: string,
  current?: C,
): Promise<T | C> {
  const found = current ??
    await attempt("change", object, () => look(object, stableId));
  if (found !== undefined) {
    if (!sameOwner(found.id, to)) refuseMoved(object, found);
    object.id = found.id;
    object.stableId = found._id;
    return found;
  }
  throw failure(
    `${titleOf(object)} is hidden, or gone`,
    `The token sees no ${object.kind} with the stable id ${stableId}, so ` +
      "nothing was changed. Run `terraform plan` to see what is left to do.",
  );
}

/** Refuses what was moved to another owner, which no plan has shown. */
function refuseMoved(object: RemoteObject, { id }: StableItem): void {
  if (sameOwner(id, object.id)) return;
  throw failure(
    `${titleOf(object)} was moved to another owner after the plan`,
    `It is called ${id} now, and nothing was changed. Run \`terraform plan\` to ` +
      "see what is left to do.",
  );
}

/** Whether the name leads to the stable id still. */
export async function isStill<T extends StableItem>(
  { id, stableId, reader, context: { signal } }: IdentifiedObject<T>,
): Promise<boolean> {
  return isIt(await reader.find(id, signal), stableId ?? null);
}

/** Looks up the object with a stable id; undefined: it is surely gone. */
export function look<T extends StableItem>(
  { id, reader, context: { signal } }: IdentifiedObject<T>,
  stableId: string | null,
): Promise<T | undefined> {
  reader.forget();
  return reader.read(id, stableId, signal);
}

export function warnIfRenamed(
  object: RemoteObject,
  { id, _id }: StableItem,
): void {
  // The Hub minds no letter case of names.
  if (sameName(id, object.id)) return;
  object.context.diagnostics.addWarning(
    `${titleOf(object)} is called ${id} now`,
    "It was renamed outside of Terraform, and is followed by its stable id " +
      `${_id}. It keeps that name if the configuration says it, too.`,
  );
}

/** Finds an object of the token's user and organizations by its stable id. */
export async function findById<T extends StableItem>(
  hubKind: HubKind,
  reads: PerProvider<ObjectReader<T>>,
  stableId: string,
  { provider, signal }: ProviderContext,
): Promise<T> {
  const kind = kindName(hubKind);
  if (!/^[0-9a-f]{24}$/.test(stableId)) {
    throw failure(
      `Invalid stable id of a ${kind}`,
      `${shownId(stableId)} is no stable id: it must have 24 ` +
        "hexadecimal digits. Import by `namespace/name` instead.",
    );
  }
  try {
    const client = await provider.client();
    const namespaces = await ownNamespaces(client, signal);
    const found = await reads(provider)
      .findAmong(namespaces, stableId, signal);
    if (found !== undefined) return found;
    throw failure(
      `Found no ${kind} with the stable id ${stableId}`,
      `Those of ${namespaces.join(", ")} were looked through, as the ` +
        "token's. One of somebody else is imported by `namespace/name`.",
    );
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot look for the ${kind} ${stableId}`,
      provider,
    });
  }
}

/** Gives the object another id; a name that is taken still is an error. */
export async function rename<T extends StableItem>(
  object: IdentifiedObject<T>,
  wanted: string,
): Promise<void> {
  const { signal } = object.context;
  const [owner = ""] = object.id.split("/");
  const [newOwner = "", name] = wanted.split("/");
  const isMove = !sameName(owner, newOwner);
  const to = isMove ? wanted : `${owner}/${name}`;
  try {
    await object.move(object.id, to, {
      signal,
      mayRepeat: async () =>
        // Its old name need not lead anywhere any more.
        !await hasName(object, to) && await isStill(object).catch(() => false),
    });
  } catch (error) {
    if (isNameTaken(error)) throw await nameTaken(object, to);
    const isLost = mayHaveTakenEffect(error) && !signal.aborted;
    if (!isLost || !await hasName(object, to)) {
      const advice =
        `The Hub moves a ${object.kind} from a user to an organization ` +
        "and between organizations of which the user is an admin, but never " +
        "to another user. Where it cannot, make a new one with " +
        "`terraform apply -replace=ADDRESS`.";
      const more = isMove ? advice : undefined;
      throw await explainFor(error, "rename", object, more);
    }
  }
  object.id = to;
}

/** Whether the object has the name already, as the answer was lost. */
async function hasName<T extends StableItem>(
  { stableId, reader, context: { signal } }: IdentifiedObject<T>,
  id: string,
): Promise<boolean> {
  const found = await orGone(reader.find(id, signal));
  return found !== undefined && isIt(found, stableId ?? null) &&
    found.id === id;
}

async function nameTaken<T extends StableItem>(
  { kind, id, reader, context: { signal } }: IdentifiedObject<T>,
  to: string,
) {
  const holder = await reader.find(to, signal).then(
    ({ _id, createdAt }) =>
      `the ${kind} with the stable id ${_id}, created at ${createdAt}, has it`,
    () => `another ${kind} has it`,
  );
  return failure(
    `Cannot rename the ${kind} ${id} to ${to}: the name is taken`,
    `The name is not free: ${holder}. Neither was changed. If this ` +
      "configuration gives that one another name, or destroys it, use two " +
      "applies: that one first. To swap two names, give one of them a name in " +
      "between and apply, then give both their new names and apply. Otherwise " +
      "choose another name.",
    Path.root.attribute("name"),
  );
}

/** Deletes the object, by the name that it has now; false: it was not found. */
export async function removeObject<T extends StableItem>(
  object: IdentifiedObject<T>,
  stableId: string | null,
): Promise<boolean> {
  const found = await attempt("delete", object, () => look(object, stableId));
  if (found === undefined) return false;
  refuseMoved(object, found);
  object.id = found.id;
  const { reader, context: { signal } } = object;
  return await deleteObject(object, {
    send: (once) => object.remove(object.id, once),
    // Its name may lead to another one, or have been taken by another one.
    isThere: async () =>
      (await reader.find(object.id, signal))._id === found._id,
    isGone: async () =>
      await look(object, stableId ?? found._id ?? null) === undefined,
  });
}

/** The identity by the attribute of a stable id, and the import by it or by name. */
export function stableIdentity<const N extends string, T extends StableItem>(
  kind: HubKind,
  attribute: N,
  reads: PerProvider<ObjectReader<T>>,
) {
  const description = "The id that stays when it is renamed: 24 hex digits.";
  type Key = Readonly<Record<N, string | null>>;
  return {
    // The only key is that attribute.
    ...identityOf({ [attribute]: description } as Record<N, string>),
    async importKey(
      { id, identity, ...context }: ImportContext<Key, HuggingFaceProvider>,
    ) {
      if (id !== undefined) return parseHubId(kind, id);
      const stableId = identity?.[attribute] ?? "";
      const found = await findById(kind, reads, stableId, context);
      return { ...parseHubId(kind, found.id), ...identity };
    },
  };
}
