import {
  type AccessRule,
  type Accounts,
  type Caller,
  objectId,
} from "../core/accounts.ts";
import { validate } from "../core/check.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type JsonObject,
  listObjects,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import {
  type ApiModule,
  type Call,
  json,
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
    is.fields({ mode: is.oneOf("auto") }),
    is.fields({
      mode: is.oneOf("manual"),
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

  /** Makes an empty store. */
  constructor(accounts: Accounts, findItem: FindItem) {
    this.#accounts = accounts;
    this.#findItem = findItem;
  }

  /** The routes of collections and their items. */
  get module(): ApiModule {
    const one = "/api/collections/:namespace/:slug";
    return {
      sections: () => [pageSection("Collections", this.#all.values(), {
        Title: ({ title }) => title,
        Slug: slugOf,
        Items: ({ items }) => items.length,
      })],
      routes: [
        ...routes("public", {
          "GET /api/collections": (call) => this.#list(call),
          [`GET ${one}`]: (call) => json(this.#render(call, this.#find(call))),
        }),
        ...routes("token", {
          "POST /api/collections": (call) =>
            json(this.#render(call, this.#create(call))),
          [`PATCH ${one}`]: (call) => {
            const data = this.#render(call, this.#update(call));
            return json({ success: true, data });
          },
          [`DELETE ${one}`]: (call) => {
            this.#all.delete(this.#find(call, "write").id);
            return json({});
          },
          [`POST ${one}/items`]: (call) => {
            const record = this.#find(call, "write");
            const body = call.readBody(addBody);
            this.#add(call, record, body);
            return json(this.#render(call, record));
          },
          [`POST ${one}/items/batch`]: (call) => {
            const record = this.#find(call, "write");
            for (
              const change of listObjects(validate(call.readJson(), batchBody))
            ) {
              const id = stringAt(change, "_id");
              this.#updateItem(call, record, id, objectAt(change, "data"));
            }
            return json({});
          },
          [`PATCH ${one}/items/:item`]: (call) => {
            const change = call.readBody(itemBody);
            const record = this.#find(call, "write");
            this.#updateItem(call, record, call.param("item"), change);
            return json({});
          },
          [`DELETE ${one}/items/:item`]: (call) => {
            const record = this.#find(call, "write");
            const item = findItem(record, call.param("item"));
            record.items = record.items.filter((other) => other !== item);
            record.updatedAt = call.at;
            return json({});
          },
        }),
        ...resourceGroupOfRoutes(
          one,
          (call) => this.#find(call, "write"),
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

  #list(call: Call): Response {
    const query = call.query;
    const owners = query.getAll("owner");
    const wanted = query.getAll("item").map((item) => item.toLowerCase());
    const search = query.get("q")?.toLowerCase() ?? "";
    const found = [...this.#all.values()].filter((record) =>
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
      const collection = this.#render(call, record, 4);
      const { position: _, shareUrl: __, ...summary } = collection;
      return summary;
    }, { default: 10, max: 10_000 });
  }

  #create(call: Call): CollectionRecord {
    const body = call.readBody(createBody);
    const namespace = stringAt(body, "namespace");
    this.#accounts.authorize(call.caller, writeRule, namespace);
    const owner = this.#accounts.get(namespace);
    const title = stringAt(body, "title");
    const group = stringAt(body, "resourceGroupId");
    if (group !== "") requirePlan(owner, "Resource groups");
    const others = [...this.#all.values()].filter((other) =>
      other.owner === owner
    );
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
      description: stringAt(body, "description"),
      isPrivate: body["private"] === true,
      position: others.length,
      theme: "orange",
      gating: false,
      resourceGroup: group === "" ? undefined : group,
      updatedAt: call.at,
      items: [],
    };
    if (body["item"] !== undefined) this.#add(call, record, body);
    this.#all.set(record.id, record);
    return record;
  }

  #update(call: Call): CollectionRecord {
    const record = this.#find(call, "write");
    const body = call.readBody(updateBody);
    if (isObject(body["gating"])) {
      if (record.owner.kind !== "org") {
        throw new Failure(400, "Only collections of organizations are gated");
      }
      requirePlan(record.owner, "Gated collections");
      renderItems(record, call.caller).forEach(([item, json]) =>
        requireOwn(record, item.type, json)
      );
    }
    record.title = stringAt(body, "title", record.title);
    record.description = stringAt(body, "description", record.description);
    record.theme = stringAt(body, "theme", record.theme);
    if (typeof body["private"] === "boolean") {
      record.isPrivate = body["private"];
    }
    if (typeof body["position"] === "number") {
      record.position = body["position"];
    }
    if (body["gating"] !== undefined) record.gating = body["gating"];
    record.updatedAt = call.at;
    return record;
  }

  #add(call: Call, record: CollectionRecord, body: JsonObject): void {
    const type = stringAt(body["item"], "type");
    const id = stringAt(body["item"], "id");
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
      note: stringAt(body, "note"),
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

  #updateItem(
    call: Call,
    record: CollectionRecord,
    id: string,
    change: JsonObject,
  ): void {
    const item = findItem(record, id);
    const { position } = change;
    item.note = stringAt(change, "note", item.note);
    if (typeof position === "number") {
      record.items = record.items.filter((other) => other !== item);
      record.items.splice(position, 0, item);
    }
    record.updatedAt = call.at;
  }

  #find(call: Call, access: "read" | "write" = "read"): CollectionRecord {
    const record = this.#all.get(call.param("slug").slice(-24));
    const exists = record !== undefined &&
      record.owner.name === call.param("namespace") &&
      this.#canSee(call.caller, record);
    if (!exists) throw collectionNotFound();
    if (access === "write") {
      this.#accounts.authorize(call.caller, writeRule, record.owner.name);
    }
    return record;
  }

  #canSee(caller: Caller, { isPrivate, owner }: CollectionRecord): boolean {
    return !isPrivate ||
      this.#accounts.isAuthorized(caller, readRule, owner.name);
  }

  #render(
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

function collectionNotFound(): Failure {
  return new Failure(404, "Collection not found");
}
