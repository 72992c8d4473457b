import { isUnknown, Path, type Unknown } from "@hf-terraform/framework";
import {
  type Collection,
  type CollectionItem,
  type Collections,
  type HuggingFace,
  isApiError,
} from "@hf-terraform/client";
import { isHubKind, type Mention } from "../object/mentions.ts";
import { isRecord } from "../schema/json.ts";
import { notTold } from "../schema/not_told.ts";
import {
  attempt,
  explainFor,
  orGone,
  type RemoteObject,
} from "../object/remote_object.ts";
import { nameKey } from "../schema/same.ts";
import { omitNulls } from "../define/inputs.ts";

/** The end of a slug, which stays when the title changes. */
export function idOf(slug: unknown): string {
  return typeof slug === "string" ? slug.slice(-24) : "";
}

interface Named {
  readonly type: string;
  readonly id: string;
}

/** Items as they are configured; undefined, null or unknown: they are not. */
export type ConfiguredItems = Wanted | Unknown | null | undefined;
type Wanted = readonly (Named & { readonly note: string | null })[];

/** The place of an item's id in the configuration. */
export function pathOfItem(index: number): Path {
  return Path.root.attribute("items").index(index).attribute("id");
}

export function itemMentions(items: unknown): Mention[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item, index) =>
    isRecord(item) && isHubKind(item.type)
      ? [{ type: item.type, id: item.id, at: pathOfItem(index) }]
      : []
  );
}

/** Refuses items that do not exist before the collection does. */
export async function assertItems(
  items: Wanted | Unknown | null,
  client: HuggingFace,
  object: RemoteObject,
): Promise<void> {
  if (items === null || isUnknown(items)) return;
  const { signal } = object.context;
  for (const [index, { type, id }] of items.entries()) {
    try {
      if (type === "collection") await client.collections.get(id, { signal });
      await findItem({ type, id }, client, signal);
    } catch (error) {
      // What else goes wrong, the create says.
      if (!isApiError(error, 404)) continue;
      throw await explainFor(
        error,
        `find the ${type} ${id} for`,
        { ...object, pathOf: () => pathOfItem(index) },
        "Nothing was created.",
      );
    }
  }
}

/** The repository or bucket of an item, under the name that it has now. */
async function findItem(
  { type, id }: Named,
  { repos, buckets }: HuggingFace,
  signal: AbortSignal,
): Promise<{ readonly id: string } | undefined> {
  if (!isHubKind(type)) return undefined;
  if (type === "bucket") return await buckets.get(id, { signal });
  return await repos.get({ type, id }, {}, { signal });
}

/** An item that is called as configured, and the name that it has now. */
type CalledItem = CollectionItem & { readonly now?: string };

/** A collection whose items are called as configured; others as before. */
export async function withFormerNames<
  T extends { readonly items?: readonly CalledItem[] },
>(
  collection: T,
  configured: ConfiguredItems,
  client: HuggingFace,
  signal: AbortSignal,
): Promise<T> {
  const items = collection.items?.map((item) => ({ now: item.id, ...item }));
  if (!items || !configured || isUnknown(configured)) return collection;
  const shown = items.toReversed();
  const last = shown.map((item) => ({ ...item, id: item.now }));
  const byKey = new Map(
    [...shown.map(withoutOwner), ...last.map(withoutOwner), ...shown, ...last]
      .map((item) => [keyOf(item), item]),
  );
  const called = new Map<string, string>();
  for (const one of configured) {
    const known = byKey.get(keyOf(one));
    const id = known?.now ?? (await orGone(findItem(one, client, signal)))?.id;
    called.set(keyOf({ ...one, id: id ?? one.id }), one.id);
  }
  return {
    ...collection,
    items: items.map((item) => {
      const id = called.get(keyOf({ ...item, id: item.now }));
      return id === undefined ? item : { ...item, id, slug: id };
    }),
  };
}

/** Makes a collection hold these items first. */
export async function withItems(
  collections: Collections,
  collection: Collection,
  { wanted, before = null }: {
    readonly wanted: Wanted | Unknown | null;
    readonly before?: Wanted | null;
  },
  object: RemoteObject,
): Promise<void> {
  if (wanted === null || isUnknown(wanted)) return;
  const { signal } = object.context;
  const { items: there, slug } = collection;
  if (there === undefined) throw notTold(`the items of ${slug}`);
  const leaving = new Set(before?.map(keyOf));
  for (const item of wanted) leaving.delete(keyOf(item));
  const order: (Named & Pick<CollectionItem, "_id" | "note">)[] = there
    .filter((item) => !leaving.has(keyOf(item)));
  for (const item of there) {
    if (!leaving.has(keyOf(item))) continue;
    await collections.removeItem(slug, item._id, { signal });
  }
  for (const [position, { type, id, note }] of wanted.entries()) {
    const key = keyOf({ type, id });
    const text = note ?? "";
    let from = order.findIndex((item) => keyOf(item) === key);
    if (from < 0) {
      const { items = [] } = await attempt(
        `add the ${type} ${id} to`,
        { ...object, pathOf: () => pathOfItem(position) },
        () =>
          collections
            .addItem(slug, { type, id, ...omitNulls({ note }) }, { signal }),
      );
      const added = items.find((item) => keyOf(item) === key) ?? items.at(-1);
      from = order.length;
      order.push({ _id: added?._id ?? "", type, id, note: { text } });
    }
    const [item] = order.splice(from, 1);
    if (item === undefined) continue;
    order.splice(position, 0, item);
    const change = {
      ...from !== position && { position },
      ...(item.note?.text ?? "") !== text && { note: text },
    };
    if (Object.keys(change).length === 0) continue;
    await collections.updateItem(slug, item._id, change, { signal });
  }
}

/** An item as repositories of the first years are called: `gpt2`. */
function withoutOwner<T extends Named>(item: T): T {
  const id = item.type === "collection" ? undefined : item.id.split("/")[1];
  return id === undefined ? item : { ...item, id };
}

/** The key of an item; a collection is known by the end of its slug. */
function keyOf({ type, id }: Named) {
  return `${type} ${type === "collection" ? idOf(id) : nameKey(id)}`;
}
