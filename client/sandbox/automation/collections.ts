import {
  type AccessRule,
  type Accounts,
  type Caller,
  objectId,
} from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { isObject, type JsonObject, stringAt } from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  pageSection,
  routes,
} from "../core/router.ts";
import { requirePlan } from "../hub/repo_body.ts";
import {
  renderGroup,
  resourceGroupOfRoutes,
} from "../hub/resource_group_routes.ts";
import {
  type CollectionRecord,
  escapeText,
  type FindItem,
  findItem,
  type RenderItem,
  renderItems,
  renderOwner,
  requireOwn,
  shareUrl,
  slugOf,
} from "./collection_record.ts";

const item = is.fields({
  type: is.oneOf("paper", "collection", "space", "model", "dataset", "bucket"),
  id: is.text(),
});
const title = is.text({ min: 1, max: 60 });
const description = is.text({ max: 150 });
const note = is.text({ max: 500 });
const createBody = is.fields({ title, namespace: is.text() }, {
  description,
  private: is.flag,
  item,
  resourceGroupId: is.id,
});
const updateBody = is.fields({}, {
  title,
  description,
  private: is.flag,
  position: is.wholeNumber(),
  theme: is.oneOf("orange", "blue", "green", "purple", "pink", "indigo"),
  gating: is.anyOf(
    is.literal(false),
    is.fields({ mode: is.literal("auto") }),
    is.fields({
      mode: is.literal("manual"),
      notifications: is.fields({ mode: is.oneOf("bulk", "real-time") }, {
        email: is.text(),
      }),
    }),
  ),
});
const addBody = is.fields({ item }, { note });
const itemBody = is.fields({}, { position: is.wholeNumber(), note });
const batchBody = is.list(
  is.fields({ action: is.oneOf("update"), _id: is.id, data: itemBody }),
);

const writeRule: AccessRule = {
  access: "write",
  permissions: ["collection.write"],
};
const readRule: AccessRule = {
  access: "read",
  permissions: ["collection.read", "collection.write"],
};

/** Collections with their items, in order of creation. */
export class Collections {
  readonly #accounts: Accounts;
  readonly #findItem: FindItem;
  readonly #all = new Map<string, CollectionRecord>();
  #count = 0;

  constructor(accounts: Accounts, findItem: FindItem) {
    this.#accounts = accounts;
    this.#findItem = findItem;
  }

  list(): CollectionRecord[] {
    return [...this.#all.values()];
  }

  /** Makes a page of the collections of a query. */
  search(call: Call): Response {
    const query = call.query;
    const owners = query.getAll("owner");
    const wanted = query.getAll("item").map((item) => item.toLowerCase());
    const search = query.get("q")?.toLowerCase() ?? "";
    const found = this.list().filter((record) =>
      this.#canSee(call.caller, record) &&
      (owners.length === 0 || owners.includes(record.owner.name)) &&
      record.title.toLowerCase().includes(search) &&
      (wanted.length === 0 ||
        renderItems(record, call.caller).some(([item, json]) =>
          wanted.includes(
            `${item.type}s/${stringAt(json, "id")}`.toLowerCase(),
          )
        ))
    );
    if (query.get("sort") === "lastModified") {
      found.sort((a, b) => b.updatedAt - a.updatedAt);
    }
    return jsonPage(call, found, (record) => {
      const collection = this.render(call, record, 4);
      const { position: _, shareUrl: __, ...summary } = collection;
      return summary;
    }, { default: 10, max: 10_000 });
  }

  /** Creates a collection; throws 409 for a title that is taken. */
  create(call: Call): CollectionRecord {
    const body = call.readBody(createBody);
    const { title, namespace, description = "", resourceGroupId } = body;
    this.#accounts.authorize(call.caller, writeRule, namespace);
    const owner = this.#accounts.get(namespace);
    if (resourceGroupId !== undefined) requirePlan(owner, "Resource groups");
    const others = this.list().filter((other) => other.owner === owner);
    const namesake = others.find((other) => other.title === title);
    if (namesake !== undefined) {
      throw new Failure(409, "This collection already exists", {
        extra: { slug: slugOf(namesake) },
      });
    }
    const record: CollectionRecord = {
      id: objectId("collection", String(++this.#count)),
      owner,
      title,
      description,
      isPrivate: body.private === true,
      position: others.length,
      theme: "orange",
      gating: false,
      resourceGroup: resourceGroupId,
      updatedAt: call.at,
      items: [],
    };
    if (body.item !== undefined) this.add(call, record, body.item);
    this.#all.set(record.id, record);
    return record;
  }

  update(call: Call, record: CollectionRecord): void {
    const { private: isPrivate = record.isPrivate, ...change } = call.readBody(
      updateBody,
    );
    if (isObject(change.gating)) {
      if (record.owner.kind !== "org") {
        throw new Failure(400, "Only collections of organizations are gated");
      }
      requirePlan(record.owner, "Gated collections");
      renderItems(record, call.caller).forEach(([item, json]) =>
        requireOwn(record, item.type, json)
      );
    }
    Object.assign(record, change, { isPrivate, updatedAt: call.at });
  }

  delete({ id }: CollectionRecord): void {
    this.#all.delete(id);
  }

  /** Adds an item; throws 404 if it does not exist, 409 if it is there. */
  add(
    call: Call,
    record: CollectionRecord,
    { type, id }: ReturnType<typeof item>,
    note = "",
  ): void {
    const render = type === "collection"
      ? this.#findCollection(id)
      : this.#findItem(type, id);
    const json = render?.(call.caller);
    if (render === undefined || json === undefined) {
      throw new Failure(404, `No such ${type}: ${id}`);
    }
    const isDuplicate = renderItems(record, call.caller).some(([item, other]) =>
      item.type === type && other["id"] === json["id"]
    );
    if (isDuplicate) {
      throw new Failure(409, "This item is already in the collection");
    }
    if (record.gating !== false) requireOwn(record, type, json);
    record.items.push({
      id: objectId("collection item", String(++this.#count)),
      type,
      render,
      note,
    });
    record.updatedAt = call.at;
  }

  #findCollection(slug: string): RenderItem | undefined {
    const record = this.#all.get(slug.slice(-24));
    if (record === undefined) return undefined;
    return (caller) =>
      this.#all.has(record.id) && this.#canSee(caller, record)
        ? {
          type: "collection",
          id: record.id,
          slug: slugOf(record),
          title: record.title,
          ...record.description !== "" && { description: record.description },
          lastUpdated: formatTime(record.updatedAt),
          owner: renderOwner(record.owner),
          theme: record.theme,
          upvotes: 0,
          isUpvotedByUser: false,
          shareUrl: shareUrl(record),
          numberItems: renderItems(record, caller).length,
        }
        : undefined;
  }

  /** Finds the collection of a path; throws 403 or 404. */
  find(call: Call, access: "read" | "write" = "read"): CollectionRecord {
    const record = this.#all.get(call.param("slug").slice(-24));
    const exists = record !== undefined &&
      record.owner.name === call.param("namespace") &&
      this.#canSee(call.caller, record);
    if (!exists) throw new Failure(404, "Collection not found");
    if (access === "write") {
      this.#accounts.authorize(call.caller, writeRule, record.owner.name);
    }
    return record;
  }

  #canSee(caller: Caller, { isPrivate, owner }: CollectionRecord): boolean {
    return !isPrivate ||
      this.#accounts.isAuthorized(caller, readRule, owner.name);
  }

  /** Renders a collection with its first items. */
  render(
    call: Call,
    record: CollectionRecord,
    maxItems = Infinity,
  ): JsonObject {
    const { description, resourceGroup, gating } = record;
    const isMember =
      this.#accounts.roleIn(call.caller, record.owner) !== undefined;
    return {
      slug: slugOf(record),
      title: record.title,
      ...description !== "" && { description },
      lastUpdated: formatTime(record.updatedAt),
      gating: isMember || gating === false ? gating : true,
      owner: renderOwner(record.owner),
      position: record.position,
      theme: record.theme,
      private: record.isPrivate,
      upvotes: 0,
      shareUrl: shareUrl(record),
      isUpvotedByUser: false,
      ...resourceGroup !== undefined &&
        { resourceGroup: renderGroup(resourceGroup) },
      items: renderItems(record, call.caller).slice(0, maxItems).map(
        ([item, json], position) => ({
          ...json,
          _id: item.id,
          position,
          ...item.note !== "" &&
            { note: { text: item.note, html: escapeText(item.note) } },
        }),
      ),
    };
  }
}

/** Makes the routes of collections and their items. */
export function collectionsModule(collections: Collections): ApiModule {
  const one = "/api/collections/:namespace/:slug";
  const find = (call: Call) => collections.find(call);
  const findToWrite = (call: Call) => collections.find(call, "write");
  const show = (call: Call, record: CollectionRecord) =>
    collections.render(call, record);
  return {
    sections: () => [pageSection("Collections", collections.list(), {
      Title: ({ title }) => title,
      Slug: slugOf,
      Items: ({ items }) => items.length,
    })],
    routes: [
      ...routes("public", {
        "GET /api/collections": (call) => collections.search(call),
      }),
      ...objectRoutes("public", one, find, { GET: show }),
      ...routes("token", {
        "POST /api/collections": (call) => show(call, collections.create(call)),
      }),
      ...objectRoutes("token", one, findToWrite, {
        PATCH: (call, record) => {
          collections.update(call, record);
          return { success: true, data: show(call, record) };
        },
        DELETE: (_, record) => {
          collections.delete(record);
          return {};
        },
        "POST /items": (call, record) => {
          const { item, note } = call.readBody(addBody);
          collections.add(call, record, item, note);
          return show(call, record);
        },
        "POST /items/batch": (call, record) => {
          for (const { _id, data } of call.readBody(batchBody)) {
            changeItem(call, record, _id, data);
          }
          return {};
        },
        "PATCH /items/:item": (call, record) => {
          const change = call.readBody(itemBody);
          changeItem(call, record, call.param("item"), change);
          return {};
        },
        "DELETE /items/:item": (call, record) => {
          const item = findItem(record, call.param("item"));
          record.items = record.items.filter((other) => other !== item);
          record.updatedAt = call.at;
          return {};
        },
      }),
      ...resourceGroupOfRoutes(
        one,
        findToWrite,
        ({ owner }) => owner,
        (record) => ({
          id: record.id,
          slug: slugOf(record),
          title: record.title,
          private: record.isPrivate,
        }),
      ),
    ],
  };
}

function changeItem(
  call: Call,
  record: CollectionRecord,
  id: string,
  { note, position }: ReturnType<typeof itemBody>,
): void {
  const item = findItem(record, id);
  item.note = note ?? item.note;
  if (position !== undefined) {
    record.items = record.items.filter((other) => other !== item);
    record.items.splice(position, 0, item);
  }
  record.updatedAt = call.at;
}
