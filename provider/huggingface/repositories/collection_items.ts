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

type Wanted = readonly (Named & { readonly note: string | null })[];

function pathOfItem(index: number): Path {
  return Path.root.attribute("items").index(index).attribute("id");
}

/** Refuses items that do not exist before the collection does. */
export async function assertItems(
  items: Wanted | Unknown | null,
  { repos, buckets, collections }: HuggingFace,
  object: RemoteObject,
): Promise<void> {
  if (items === null || isUnknown(items)) return;
  const { signal } = object.context;
  for (const [index, { type, id }] of items.entries()) {
    try {
      if (type === "collection") await collections.get(id, { signal });
      if (!isHubKind(type)) continue;
      await (type === "bucket"
        ? buckets.get(id, { signal })
        : repos.get({ type, id }, {}, { signal }));
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

/** Makes a collection hold these items first; of others go those of before. */
export async function withItems(
  collections: Collections,
  collection: Collection,
  { wanted, before = null }: {
    readonly wanted: Wanted | Unknown | null;
    readonly before?: Wanted | null;
  },
  object: RemoteObject,
): Promise<Collection> {
  if (wanted === null || isUnknown(wanted)) return collection;
  const { signal } = object.context;
  const { slug } = collection;
  const keys = wanted.map(keyOf);
  const { items: there } = collection;
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
  return hasChanged ? await collections.get(slug, { signal }) : collection;
}

/** The key of an item; a collection is known by the end of its slug. */
function keyOf({ type, id }: Named) {
  return `${type} ${type === "collection" ? idOf(id) : nameKey(id)}`;
}
