/**
 * `huggingface_collection`: a list of repositories and papers on the Hub.
 *
 * Routes: POST of `/api/collections`; GET, PATCH and DELETE of
 * `/api/collections/{namespace}/{slug}-{id}`; POST, PATCH and DELETE of its
 * `/items`; GET and POST of its `/resource-group`.
 *
 * @module
 */

import {
  failure,
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  type Unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import {
  type Collection,
  type CollectionGating,
  type Collections,
  type CreateCollection,
  type HuggingFace,
  isApiError,
  type UpdateCollection,
} from "@hf-terraform/client";
import { namespaceOptions } from "../shared/namespace.ts";
import { definerFor, identityOf } from "../shared/object/bound.ts";
import { changeInOrder, type Opening } from "../shared/object/opening.ts";
import {
  attempt,
  explained,
  orGone,
  type RemoteObject,
} from "../shared/object/remote_object.ts";
import { createObject } from "../shared/object/create.ts";
import { invalidId } from "../shared/ids.ts";
import { resourceGroup } from "../shared/resource_group.ts";
import { emailAddress } from "../shared/validators.ts";

/** What only an update of the API takes. */
type Settings = Pick<UpdateCollection, "theme" | "position" | "gating">;

/** A collection, with the group that only a route of its own shows. */
type Answer = Collection & { readonly resourceGroupId?: string | null };

/** What the API sends and takes. */
interface Wire {
  readonly create: CreateCollection & Settings & {
    readonly namespace: string;
  };
  readonly update: UpdateCollection;
  readonly answer: Answer;
}

/** How a collection opens: its create takes no settings. */
const opens: Opening = {
  by: "private",
  closed: true,
  later: { theme: undefined, position: undefined, gating: false },
};

const b = bindingTo<Wire>();

const schema = s.schema({
  description:
    "A [collection](https://huggingface.co/docs/hub/collections): a list of " +
    "models, datasets, Spaces, papers and other collections on one page.",
  attributes: {
    id: b.shownBy("slug", types.string, {
      computed: true,
      description: "The id: 24 hex digits, which stay when the title changes.",
      from: idOf,
    }),
    slug: b.shown("slug", types.string, {
      computed: true,
      description: "The path on the Hub, such as " +
        "`acme/our-models-6531a1b2c3d4e5f60718293a`. It follows the title.",
      dependsOn: ["title"],
    }),
    title: b.at("title", types.string, {
      required: true,
      description: "The title, unique among the owner's collections.",
      validators: [v.lengthBetween(1, 60)],
    }),
    namespace: b.sent("namespace", types.string, {
      ...namespaceOptions(),
      answer: "owner.name",
      change: "immutable",
    }),
    description: b.at("description", types.string, {
      optional: true,
      description: "What it is about.",
      validators: [v.lengthBetween(1, 150)],
      clear: { send: "" },
    }),
    visibility: b.by("private", types.string, {
      optional: true,
      computed: true,
      description: "`public` or `private`. By default what the owner's " +
        "settings say, for users `public`.",
      validators: [v.oneOf("public", "private")],
      to: (visibility) => visibility === "private",
      from: (isPrivate) => isPrivate ? "private" : "public",
    }),
    theme: b.at("theme", types.string, {
      optional: true,
      computed: true,
      description: "The color: `orange`, `blue`, `green`, `purple`, `pink` " +
        "or `indigo`.",
      validators: [
        v.oneOf("orange", "blue", "green", "purple", "pink", "indigo"),
      ],
    }),
    position: b.at("position", types.int, {
      optional: true,
      computed: true,
      description: "Its place among the owner's collections, from 0. Left " +
        "out, it stays where it is.",
      validators: [v.atLeast(0)],
    }),
    gating: b.by(
      "gating",
      s.object({
        mode: s.string({
          required: true,
          description: "`auto` grants every request for access, `manual` " +
            "leaves it to the owner.",
          validators: [v.oneOf("auto", "manual")],
        }),
        notifications: s.object({
          mode: s.string({
            required: true,
            description: "When the owner is told about requests: `bulk` once " +
              "a day, `real-time` at once.",
            validators: [v.oneOf("bulk", "real-time")],
          }),
          email: s.string({
            optional: true,
            description: "Who is told, if not the owner.",
            validators: [emailAddress()],
          }),
        }, {
          optional: true,
          description: "Who is told about requests; needed with `manual`.",
        }),
      }, {
        optional: true,
        description: "Whether access to all repositories that it holds is " +
          "asked for at once. For organizations with a Team plan or higher, " +
          "and repositories of their own.",
      }),
      {
        to: ({ mode, notifications }): CollectionGating =>
          mode === "auto" || notifications === null ? { mode: "auto" } : {
            mode: "manual",
            notifications: {
              mode: notifications.mode,
              ...notifications.email !== null && {
                email: notifications.email,
              },
            },
          },
        // Who does not manage it is only told that there is some.
        from: (gating, kept) =>
          gating === false ? null : gating === true ? kept ?? null : {
            mode: gating.mode,
            notifications: gating.mode === "auto" ? null : {
              mode: gating.notifications.mode,
              email: gating.notifications.email ?? null,
            },
          },
      },
      { clear: { send: false } },
    ),
    resource_group_id: b.at("resourceGroupId", types.string, {
      ...resourceGroup("collection"),
      filledIn: true,
      change: "via",
    }),
    items: b.shownBy(
      "items",
      s.objectList({
        type: s.string({
          required: true,
          description: "`model`, `dataset`, `space`, `paper`, `bucket` or " +
            "`collection`.",
          validators: [
            v.knownValues(
              "model",
              "dataset",
              "space",
              "paper",
              "bucket",
              "collection",
            ),
          ],
        }),
        id: s.string({
          required: true,
          description: "`namespace/name` of a repository, the number of a " +
            "paper on arXiv, or the slug of a collection.",
          validators: [
            v.matches(
              /^[^\s:]+$/,
              "an id and no URL, such as `acme/my-model` or `2307.09288`",
            ),
          ],
        }),
        note: s.string({
          optional: true,
          description: "A note beside it.",
          validators: [v.lengthBetween(1, 500)],
        }),
      }, {
        optional: true,
        computed: true,
        description: "What it holds, in this order. What else it holds is " +
          "removed. Left out altogether, the items stay as they are.",
        validators: [v.uniqueValues()],
      }),
      (items, kept) =>
        items.map((item, index) => ({
          type: item.type,
          id: keptId(item, kept?.[index]) ?? item.slug ?? item.id,
          note: item.note?.text || null,
        })),
      { change: "via" },
    ),
    upvotes: b.shown("upvotes", types.int, {
      computed: true,
      description: "How many users like it.",
    }),
    updated_at: b.shown("lastUpdated", types.string, {
      computed: true,
      description: "When it was last changed, in the form of RFC 3339.",
      dependsOn: "update",
    }),
  },
});

/** The resource `huggingface_collection`. */
export const collection: Resource = definerFor<Wire>()({
  typeName: "huggingface_collection",
  schema,
  permission: "collection.write",
  kind: "collection",
  mayBeTwice: true,
  idOf: ({ slug, namespace, title }) =>
    typeof slug === "string" ? slug : `${namespace}/${title}`,
  identity: identityOf({
    namespace: "The owner of the collection.",
    id: "The id of the collection: 24 hex digits.",
  }),
  async importKey({ id: given = "", identity, provider, signal }) {
    const found = slugPattern.exec(given)?.[1];
    if (found !== undefined) return { slug: found };
    const { collections, users } = await provider.client();
    if (/^[0-9a-f]{24}$/.test(given)) {
      // The Hub has no route that takes the id alone.
      const { name, orgs = [] } = await users.whoami({ signal });
      for (const owner of [name, ...orgs.map((org) => org.name)]) {
        const slug = await slugById(collections, owner, given, signal);
        if (slug !== undefined) return { slug };
      }
    }
    if (identity === undefined) {
      throw invalidId(
        given,
        "the slug of a collection",
        "`namespace/slug`, such as `acme/models-6531a1b2c3d4e5f60718293a`, or " +
          "the address of its page, such as `https://huggingface.co/" +
          "collections/acme/models-6531a1b2c3d4e5f60718293a`, or the id of " +
          "one of your own: 24 hex digits.",
      );
    }
    const { namespace, id } = identity;
    const slug = await slugById(collections, namespace, id, signal);
    return { slug: slug ?? `${namespace}/${id}` };
  },
  holds: ({ items, upvotes }) => ({
    what: `its items (${items?.length ?? 0}) and upvotes (${upvotes ?? 0})`,
    mayBeLost: true,
  }),
  opens,
  validate({ config: { gating }, diagnostics }) {
    if (gating === null || isUnknown(gating)) return;
    const { mode, notifications } = gating;
    if (isUnknown(mode) || isUnknown(notifications)) return;
    if ((mode === "manual") === (notifications !== null)) return;
    diagnostics.addError(
      mode === "manual"
        ? "Manual gating needs `notifications`"
        : "`notifications` are for manual gating",
      mode === "manual"
        ? 'Say when the owner is told: `notifications = { mode = "bulk" }`.'
        : 'Leave them out, or set `mode = "manual"`.',
      Path.root.attribute("gating").attribute("notifications"),
    );
  },
  async create({ creation, complete, plan, provider, save, object }) {
    const client = await provider.client();
    const { collections } = client;
    const { signal } = object.context;
    await assertItems(plan.items, client, object);
    const created = await createObject(object, {
      send: (limit) =>
        collections.create(creation.namespace, creation, { signal: limit }),
      find: (limit) => findByTitle(collections, creation, limit),
      createdAt: ({ lastUpdated }) => lastUpdated,
      differs: ({ items }) => items.length > 0 ? "it holds items" : undefined,
      describe: ({ slug }) => `has the slug \`${slug}\``,
      importId: ({ slug }) => slug,
      nameAttribute: "title",
    });
    save(created);
    const { slug } = created;
    await withItems(collections, created, plan.items, object);
    await complete((settings) =>
      collections.update(slug, settings, { signal })
    );
    return await shown(collections, slug, plan, signal);
  },
  async read({ state, object: { id }, provider, signal }) {
    const { collections } = await provider.client();
    const found = await orGone(shown(collections, id, state, signal));
    return found && about(state, found);
  },
  async update({ body, plan, prior, object, provider, signal, save }) {
    const { collections } = await provider.client();
    const { resource_group_id: group } = plan;
    if (group !== prior.resource_group_id) {
      await collections.setResourceGroup(object.id, group, { signal });
    }
    if (body !== undefined) {
      await changeInOrder<UpdateCollection>(
        body,
        opens,
        (settings) => collections.update(object.id, settings, { signal }),
      );
    }
    const changed = await shown(collections, object.id, plan, signal);
    save(about(prior, changed));
    const reached = await withItems(collections, changed, plan.items, object);
    return about(prior, { ...changed, ...reached });
  },
  async sendDelete({ object: { id }, provider, signal }) {
    const { collections } = await provider.client();
    await collections.delete(id, { signal });
  },
  async isGone({ object: { id: slug }, provider, signal }) {
    const { collections } = await provider.client();
    const [namespace = ""] = slug.split("/");
    const found = await slugById(collections, namespace, idOf(slug), signal);
    return found === undefined;
  },
});

/** The end of a slug, which stays when the title changes. */
export function idOf(slug: unknown): string {
  return typeof slug === "string" ? slug.slice(-24) : "";
}

/**
 * An answer about the collection of a state. Whose it is stays what it was: an
 * account that was renamed is the same one.
 *
 * @throws {DiagnosticsError} If it is about another one.
 */
function about(
  { slug, namespace }: {
    readonly slug?: string | null;
    readonly namespace?: string | null;
  },
  found: Answer,
): Answer {
  if (idOf(found.slug) !== idOf(slug)) {
    throw failure(
      `The API answered about another collection than ${slug}`,
      "Nothing of the answer was taken over. Check the provider's URLs and " +
        "any proxy between.",
    );
  }
  const { owner } = found;
  return { ...found, owner: { ...owner, name: namespace ?? owner.name } };
}

/** A collection, with its group if one is configured. */
async function shown(
  collections: Collections,
  slug: string,
  { resource_group_id: group }: { readonly resource_group_id?: string | null },
  signal: AbortSignal,
): Promise<Answer> {
  const found = await collections.get(slug, { signal });
  if (group === null || group === undefined) return found;
  const now = await collections.getResourceGroup(slug, { signal });
  return { ...found, resourceGroupId: now?.id ?? null };
}

/** The id by which an item is configured, if it is the same item. */
function keptId(
  item: Collection["items"][number],
  kept: { readonly type: string; readonly id: string } | undefined,
): string | undefined {
  const isSame = kept?.type === item.type &&
    (kept.id === item.id || idOf(kept.id) === item.id);
  return isSame ? kept.id : undefined;
}

/** The owner's collection of a title; undefined: it has none. */
export async function findByTitle(
  collections: Collections,
  { namespace, title }: Pick<Wire["create"], "namespace" | "title">,
  signal: AbortSignal,
): Promise<Collection | undefined> {
  const query = { owner: [namespace], q: title };
  for await (const found of collections.list(query, { signal })) {
    // A list cuts the items short.
    if (found.title === title) return collections.get(found.slug, { signal });
  }
  return undefined;
}

/** The slug by the id at its end; undefined: the owner has no such. */
async function slugById(
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

type Wanted = readonly {
  readonly type: string;
  readonly id: string;
  readonly note: string | null;
}[];

function pathOfItem(index: number): Path {
  return Path.root.attribute("items").index(index).attribute("id");
}

/**
 * Refuses items that do not exist before the collection does.
 *
 * @throws {DiagnosticsError} With the first of them.
 */
async function assertItems(
  items: Wanted | Unknown | null,
  { repos, buckets, collections }: HuggingFace,
  object: RemoteObject,
): Promise<void> {
  if (items === null || isUnknown(items)) return;
  const { signal } = object.context;
  const look = ({ type, id }: Wanted[number]): Promise<unknown> => {
    switch (type) {
      case "model":
      case "dataset":
      case "space":
        return repos.get({ type, id }, {}, { signal });
      case "bucket":
        return buckets.get(id, { signal });
      case "collection":
        return collections.get(id, { signal });
      default:
        return Promise.resolve();
    }
  };
  for (const [index, item] of items.entries()) {
    try {
      await look(item);
    } catch (error) {
      // What else goes wrong, the create says.
      if (!isApiError(error, 404)) continue;
      throw await explained(
        error,
        `find the ${item.type} ${item.id} for`,
        { ...object, pathOf: () => pathOfItem(index) },
        "Nothing was created.",
      );
    }
  }
}

/** Makes a collection hold these items, in this order, and nothing else. */
async function withItems(
  collections: Collections,
  collection: Collection,
  wanted: Wanted | Unknown | null,
  object: RemoteObject,
): Promise<Collection> {
  if (wanted === null || isUnknown(wanted)) return collection;
  const { signal } = object.context;
  const { slug } = collection;
  const keys = wanted.map(keyOf);
  const held = collection.items.map((item) => ({
    key: keyOf(item),
    itemId: item._id,
    note: item.note?.text ?? "",
  }));
  let hasChanged = false;
  for (const { itemId } of held.filter(({ key }) => !keys.includes(key))) {
    await collections.removeItem(slug, itemId, { signal });
    hasChanged = true;
  }
  const order = held.filter(({ key }) => keys.includes(key));
  for (const [position, { type, id, note }] of wanted.entries()) {
    const key = keyOf({ type, id });
    let from = order.findIndex((item) => item.key === key);
    if (from < 0) {
      const { items } = await attempt(
        `add the ${type} ${id} to`,
        { ...object, pathOf: () => pathOfItem(position) },
        () =>
          collections.addItem(slug, {
            type,
            id,
            ...note !== null && { note },
          }, { signal }),
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

/** What tells items apart; a collection is known by the end of its slug. */
function keyOf({ type, id }: { readonly type: string; readonly id: string }) {
  return `${type} ${type === "collection" ? idOf(id) : id}`;
}

const slugPattern =
  /^(?:https?:\/\/[^/]+\/collections\/)?([\w.-]+\/[\w-]*[0-9a-f]{24})$/;
