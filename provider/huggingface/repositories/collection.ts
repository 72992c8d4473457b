import { failure, type Resource, type State } from "@hf-terraform/framework";
import type {
  Collections,
  HuggingFace,
  UpdateCollection,
} from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import { identityOf } from "../object/derived_id.ts";
import { changeInOrder } from "../object/visibility_order.ts";
import { orGone } from "../object/remote_object.ts";
import { type Claim, objectClaim } from "../object/claims.ts";
import { ownNamespaces } from "../reads/object_reader.ts";
import { notTold } from "../schema/not_told.ts";
import { knownTexts } from "../schema/same.ts";
import { createObject } from "../object/create.ts";
import { decodeText, invalidId } from "../schema/ids.ts";
import { adviseMentions } from "../object/mentions.ts";
import { refuseGating, validateGating } from "./collection_gating.ts";
import {
  assertItems,
  type ConfiguredItems,
  idOf,
  itemMentions,
  withFormerNames,
  withItems,
} from "./collection_items.ts";
import {
  type CollectionAnswer,
  collectionSchema,
  type CollectionWire,
  opens,
} from "./collection_schema.ts";

export const collection: Resource = definerFor<CollectionWire>()({
  typeName: "huggingface_collection",
  schema: collectionSchema,
  kind: "collection",
  access: { permission: "collection.write" },
  identity: {
    displayName: ({ slug, namespace, title }) =>
      typeof slug === "string" ? slug : `${namespace}/${title}`,
    ...identityOf({
      namespace: "The owner of the collection.",
      id: "The id of the collection: 24 hex digits.",
    }),
    async importKey({ id: given = "", identity, provider, signal }) {
      const found = slugPattern.exec(decodeText(given))?.[1];
      if (found !== undefined) return keysOf(found);
      const { collections, users } = await provider.client();
      if (/^[0-9a-f]{24}$/.test(given)) {
        // The Hub has no route that takes the id alone.
        for (const owner of await ownNamespaces({ users }, signal)) {
          const slug = await findSlug(collections, owner, given, signal);
          if (slug !== undefined) return keysOf(slug);
        }
      }
      if (identity === undefined) {
        throw invalidId(
          given,
          "the slug of a collection",
          "`namespace/slug`, such as `acme/models-6531a1b2c3d4e5f60718293a`, or " +
            "the address of its page, or the id of one of your own: 24 hex digits.",
        );
      }
      const { namespace, id } = identity;
      const slug = await findSlug(collections, `${namespace}`, `${id}`, signal);
      return keysOf(slug ?? `${namespace}/${id}`);
    },
  },
  conflicts: {
    // Titles may come to be equal, but no create is given one that is taken.
    claims(planned) {
      const [id] = knownTexts(planned.id) ?? [];
      return id === undefined
        ? likenessOf(planned)
        : [objectClaim("collection", id, id)];
    },
    likeness: likenessOf,
    async find({ namespace, title }, { provider, signal }) {
      const [owner, name] = knownTexts(namespace, title) ?? [];
      if (owner === undefined || name === undefined) return [];
      const client = await provider.client();
      const query = { owner: [owner], q: name };
      const listed = await client.collections.list(query, { signal }).toArray();
      const slugs = listed
        .flatMap(({ title, slug }) => title === name ? slug : []);
      const all: CollectionAnswer[] = [];
      // A list cuts the items short.
      for (const slug of new Set(slugs)) {
        const found = await orGone(readCollection(client, slug, {}, signal));
        if (found !== undefined) all.push(found);
      }
      return all;
    },
  },
  losses: {
    dataAtRisk({ items, upvotes }, parts) {
      const { length } = parts ?? items ?? [];
      return (length || upvotes) === 0 ? undefined : {
        description: `its items (${length}) and upvotes (${upvotes ?? 0})`,
        mayBeLost: true,
      };
    },
    async partsOf({ object: { id }, client: { collections }, signal }) {
      const found = await orGone(collections.get(id, { signal }));
      if (found === undefined && !await isListed(collections, id, signal)) {
        return undefined;
      }
      if (!found?.items) throw notTold(`the items of ${id}`);
      return found.items.map(({ type, id }) => `the ${type} ${id}`);
    },
  },
  visibility: opens,
  validate: validateGating,
  async modifyPlan(planning) {
    const { planned, prior } = planning;
    await refuseGating(planned, prior, planning);
    const before = itemMentions(prior?.items);
    await adviseMentions(itemMentions(planned.items), before, planning);
  },
  async create({ creation, complete, plan, client, save, ...call }) {
    const { object, object: { context: { signal } } } = call;
    const { collections } = client;
    await assertItems(plan.items, client, object);
    const created = await createObject<CollectionAnswer>(call, {
      send: (once) => collections.create(creation.namespace, creation, once),
      differs: ({ items }) =>
        items?.length === 0 ? undefined : "it holds items",
      nameAttribute: "title",
      later: ["items", "visibility", "theme", "position", "gating"],
    });
    save(created);
    const { slug } = created;
    await withItems(collections, created, { wanted: plan.items }, object);
    await complete((settings, signal) =>
      collections.update(slug, settings, { signal })
    );
    return await readCollection(client, slug, plan, signal);
  },
  async read({ state, object: { id }, client, signal }) {
    const found = await orGone(readCollection(client, id, state, signal));
    return found && assertSame(state, found);
  },
  async update({ body, plan, prior, current, object, signal, ...call }) {
    const { client, client: { collections }, changes, save } = call;
    const { id } = object;
    const read = ({ items } = plan) =>
      readCollection(client, id, { ...plan, items }, signal);
    const isRegrouped = changes("resource_group_id");
    if (isRegrouped) {
      const { resource_group_id: group } = plan;
      await collections.setResourceGroup(id, group, { signal });
    }
    const isAsFound = !isRegrouped && body === undefined && current;
    const { gating = false, ...settings } = body ?? {};
    // What belongs to others goes before the gating, and comes after it.
    await changeInOrder<UpdateCollection>(
      gating === false ? body : settings,
      opens,
      (settings) => collections.update(id, settings, { signal }),
      async () => {
        if (changes("items")) {
          const found = isAsFound || await read(prior);
          const { items: wanted } = plan;
          const items = { wanted, before: prior.items };
          const named = await withFormerNames(found, wanted, client, signal);
          save(assertSame(prior, named));
          await withItems(collections, named, items, object);
        }
        if (gating !== false) {
          await collections.update(id, { gating }, { signal });
        }
      },
    );
    return assertSame(prior, await read());
  },
  async delete({ object: { id: slug }, client, signal, confirmDelete }) {
    await confirmDelete(
      (once) => client.collections.delete(slug, once),
      async () => !await isListed(client.collections, slug, signal),
    );
  },
});

/** A slug may hold letters of any script, which an address encodes. */
const slugPattern =
  /^(?:https?:\/\/[^/]+\/collections\/)?((?!\.+\/)[\w.-]+\/[\p{L}\p{N}_-]*[0-9a-f]{24})$/u;

/** The claim of a title, by which nothing but an id tells two apart. */
function likenessOf(
  { namespace, title }: Readonly<Record<"namespace" | "title", unknown>>,
): Claim[] {
  const name = knownTexts(namespace, title)?.join("/");
  return name === undefined ? [] : [objectClaim("collection", name, name)];
}

/** The keys that an import knows by the slug, whatever its answer tells. */
function keysOf(slug: string) {
  return { slug, namespace: slug.slice(0, slug.indexOf("/")) };
}

/** An answer about the collection of a state, under the owner that it had. */
function assertSame(
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
async function readCollection(
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

/** Whether the list of the owner has a collection, whatever its route answers. */
async function isListed(
  collections: Collections,
  slug: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [owner = ""] = slug.split("/");
  return await findSlug(collections, owner, idOf(slug), signal) !== undefined;
}

/** The slug by the id at its end; undefined: the owner has no such. */
async function findSlug(
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
