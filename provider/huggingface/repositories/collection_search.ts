import { failure, type State } from "@hf-terraform/framework";
import type { Collections, HuggingFace } from "@hf-terraform/client";
import {
  type ConfiguredItems,
  idOf,
  withFormerNames,
} from "./collection_items.ts";
import type {
  CollectionAnswer,
  collectionSchema,
} from "./collection_schema.ts";

/** An answer about the collection of a state, under the owner that it had. */
export function assertSame(
  { slug, namespace }: Partial<State<typeof collectionSchema>>,
  found: CollectionAnswer,
): CollectionAnswer {
  if (idOf(found.slug) !== idOf(slug)) {
    throw failure(
      `The API answered about another collection than ${slug}`,
      "Nothing of the answer was taken over. Check the provider's URLs and " +
        "any proxy between.",
    );
  }
  const { owner } = found;
  const name = namespace ?? owner.name;
  return { ...found, owner: { ...owner, ...name !== undefined && { name } } };
}

/** A collection, with its group if one is configured, else as far as it is told. */
export async function readCollection(
  client: HuggingFace,
  slug: string,
  { resource_group_id: group, items: kept }: {
    readonly resource_group_id?: string | null;
    readonly items?: ConfiguredItems;
  },
  signal: AbortSignal,
): Promise<CollectionAnswer> {
  const found = await client.collections.get(slug, { signal });
  const now = group === null || group === undefined
    ? found.resourceGroup
    : await client.collections.getResourceGroup(slug, { signal });
  return {
    ...await withFormerNames(found, kept, client, signal),
    resourceGroupId: now?.id ?? null,
  };
}

/** The owner's collections of a title. */
export async function listByTitle(
  client: HuggingFace,
  namespace: string,
  title: string,
  signal: AbortSignal,
): Promise<CollectionAnswer[]> {
  const query = { owner: [namespace], q: title };
  const found = await client.collections.list(query, { signal }).toArray();
  const slugs = found.flatMap((one) => one.title === title ? one.slug : []);
  const all: CollectionAnswer[] = [];
  // A list cuts the items short.
  for (const slug of new Set(slugs)) {
    all.push(await readCollection(client, slug, {}, signal));
  }
  return all;
}

/** The slug by the id at its end; undefined: the owner has no such. */
export async function findSlug(
  collections: Collections,
  namespace: string,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for await (
    const { slug } of collections.list({ owner: [namespace] }, { signal })
  ) if (idOf(slug) === id) return slug;
  return undefined;
}
