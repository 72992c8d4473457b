import { isUnknown, Path, type Unknown } from "@hf-terraform/framework";
import {
  type Collection,
  type CollectionItem,
  type Collections,
  type HuggingFace,
  isApiError,
} from "@hf-terraform/client";
import { isHubKind } from "../repo/mentions.ts";
import { notTold } from "../schema/not_told.ts";
import {
  attempt,
  explainFor,
  orGone,
  type RemoteObject,
} from "../object/remote_object.ts";
import { nameKey, sameName } from "../schema/same.ts";
import { omitNulls } from "../define/inputs.ts";

/** The end of a slug, which stays when the title changes. */
export function idOf(slug: unknown): string {
  return typeof slug === "string" ? slug.slice(-24) : "";
}

/** An item as it is configured. */
interface Named {
  readonly type: string;
  readonly id: string;
}

/** The id by which an item is configured, if it is the same item. */
export function keptId(
  item: CollectionItem,
  kept: Named | undefined,
): string | undefined {
  if (kept?.type !== item.type) return undefined;
  const isSame = sameName(kept.id, item.id) || idOf(kept.id) === item.id ||
    // Repositories of the first years had no namespace: `gpt2`.
    item.id.includes("/") && sameName(kept.id, item.id.split("/")[1] ?? "");
  return isSame ? kept.id : undefined;
}

/** Items as they are configured; undefined, null or unknown: they are not. */
export type ConfiguredItems = Wanted | Unknown | null | undefined;
type Wanted = readonly (Named & { readonly note: string | null })[];

function pathOfItem(index: number): Path {
  return Path.root.attribute("items").index(index).attribute("id");
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

/** The items, of which those that were renamed are called as configured. */
export async function withFormerNames(
  items: readonly CollectionItem[],
  configured: ConfiguredItems,
  client: HuggingFace,
  signal: AbortSignal,
): Promise<readonly CollectionItem[]> {
  if (!configured || isUnknown(configured)) return items;
  const former = new Map<string, string>();
  for (const one of configured) {
    if (items.some((item) => keptId(item, one))) continue;
    const { id } = await orGone(findItem(one, client, signal)) ?? one;
    former.set(keyOf({ ...one, id }), one.id);
  }
  const idNow = (item: Named) => former.get(keyOf(item)) ?? item.id;
  return items.map((item) => ({ ...item, id: idNow(item) }));
}

/** Makes a collection hold these items first; true: something was sent. */
export async function withItems(
  collections: Collections,
  collection: Collection,
  { wanted, before = null }: {
    readonly wanted: Wanted | Unknown | null;
    readonly before?: Wanted | null;
  },
  object: RemoteObject,
): Promise<boolean> {
  if (wanted === null || isUnknown(wanted)) return false;
  const { signal } = object.context;
  const { items: there, slug } = collection;
  const keys = wanted.map(keyOf);
  if (there === undefined) throw notTold(`the items of ${slug}`);
  const known = [...wanted, ...before ?? []];
  const held = there.map((item) => ({
    key: keyOf(known.find((one) => keptId(item, one)) ?? item),
    itemId: item._id,
    note: item.note?.text ?? "",
  }));
  const leaving = (before ?? []).map(keyOf)
    .filter((key) => !keys.includes(key));
  const order = held.filter(({ key }) => !leaving.includes(key));
  let hasChanged = order.length < held.length;
  for (const item of held) {
    if (order.includes(item)) continue;
    await collections.removeItem(slug, item.itemId, { signal });
  }
  for (const [position, { type, id, note }] of wanted.entries()) {
    const key = keyOf({ type, id });
    let from = order.findIndex((item) => item.key === key);
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
      order.push({ key, itemId: added?._id ?? "", note: note ?? "" });
      hasChanged = true;
    }
    const [item] = order.splice(from, 1);
    if (item === undefined) continue;
    order.splice(position, 0, item);
    const change = {
      ...from !== position && { position },
      ...item.note !== (note ?? "") && { note: note ?? "" },
    };
    if (Object.keys(change).length === 0) continue;
    await collections.updateItem(slug, item.itemId, change, { signal });
    hasChanged = true;
  }
  return hasChanged;
}

/** The key of an item; a collection is known by the end of its slug. */
function keyOf({ type, id }: Named) {
  return `${type} ${type === "collection" ? idOf(id) : nameKey(id)}`;
}
