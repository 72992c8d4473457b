import {
  type Account,
  type Accounts,
  anyToken,
  type Caller,
  objectId,
  open,
  renderGroup,
} from "../core/accounts.ts";
import {
  type Check,
  either,
  fields,
  flag,
  id,
  list,
  oneOf,
  orNull,
  readChecked,
  readCheckedList,
  text,
  whole,
} from "../core/checks.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import { type Area, type Call, json, param, route } from "../core/router.ts";
import { demandPlan } from "../hub/repo_body.ts";

/**
 * Something that a collection can hold, as it is shown; undefined once it is
 * gone, and to those who do not see it.
 */
export type Shown = (caller: Caller) => JsonObject | undefined;

/** Finds what can be put into a collection; undefined if there is none. */
export type Lookup = (type: string, id: string) => Shown | undefined;

interface Item {
  readonly id: string;
  readonly type: string;
  readonly shown: Shown;
  note: string;
}

interface CollectionRecord {
  readonly id: string;
  readonly owner: Account;
  title: string;
  description: string;
  isPrivate: boolean;
  position: number;
  theme: string;
  gating: Json;
  resourceGroup: string | undefined;
  updatedAt: number;
  items: Item[];
}

const object = fields({
  type: oneOf("paper", "collection", "space", "model", "dataset", "bucket"),
  id: text(),
});
const title = text({ min: 1, max: 60 });
const description = text({ max: 150 });
const note = text({ max: 500 });
const toCreate = fields({ title, namespace: text() }, {
  description,
  private: flag,
  item: object,
  resourceGroupId: id,
});
const isFalse: Check = (value, at) =>
  value === false ? undefined : { message: "Invalid input", at };
const toChange = fields({}, {
  title,
  description,
  private: flag,
  position: whole(),
  theme: oneOf("orange", "blue", "green", "purple", "pink", "indigo"),
  gating: either(
    isFalse,
    fields({ mode: oneOf("auto") }),
    fields({
      mode: oneOf("manual"),
      notifications: fields({ mode: oneOf("bulk", "real-time") }, {
        email: text(),
      }),
    }),
  ),
});
const toAdd = fields({ item: object }, { note });
const toGroup = fields({ resourceGroupId: orNull(id) });
const itemChange = { position: whole(), note };
const batch = list(
  fields({
    action: oneOf("update"),
    _id: id,
    data: fields({}, itemChange),
  }),
);

/** Collections with what they hold, in the order in which they were made. */
export class Collections {
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #lookup: Lookup;
  readonly #all = new Map<string, CollectionRecord>();
  #count = 0;

  /** Makes an empty store. */
  constructor(clock: Clock, accounts: Accounts, lookup: Lookup) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#lookup = lookup;
  }

  /** Collections and their items. */
  get area(): Area {
    const one = "/api/collections/:namespace/:slug";
    const whole = (call: Call, record: CollectionRecord) =>
      json(this.#render(call, record));
    return {
      sections: () => [{
        title: "Collections",
        columns: ["Title", "Slug", "Items"],
        rows: [...this.#all.values()].map((record) => ({
          cells: [record.title, slugOf(record), String(record.items.length)],
          parts: { Collection: `/api/collections/${slugOf(record)}` },
        })),
      }],
      routes: [
        route("GET", "/api/collections", open, (call) => this.#list(call)),
        route(
          "POST",
          "/api/collections",
          anyToken,
          (call) => whole(call, this.#create(call)),
        ),
        route("GET", one, open, (call) => whole(call, this.#find(call))),
        route("PATCH", one, anyToken, (call) => {
          const record = this.#change(call);
          return json({ success: true, data: this.#render(call, record) });
        }),
        route("DELETE", one, anyToken, (call) => {
          this.#all.delete(this.#find(call, "write").id);
          return json({});
        }),
        route("GET", `${one}/resource-group`, anyToken, (call) => {
          const { resourceGroup } = this.#find(call, "write");
          return json(renderGroup(resourceGroup));
        }),
        route("POST", `${one}/resource-group`, anyToken, (call) => {
          const record = this.#find(call, "write");
          const group = readChecked(call, toGroup)["resourceGroupId"];
          demandPlan(record.owner, "Resource groups");
          record.resourceGroup = typeof group === "string" ? group : undefined;
          return json({
            id: record.id,
            slug: slugOf(record),
            title: record.title,
            private: record.isPrivate,
            addedBy: this.#accounts.userOf(call.caller).name,
          });
        }),
        route("POST", `${one}/items`, anyToken, (call) => {
          const record = this.#find(call, "write");
          const body = readChecked(call, toAdd);
          this.#add(call, record, body["item"] ?? null, stringAt(body, "note"));
          return whole(call, record);
        }),
        route("POST", `${one}/items/batch`, anyToken, (call) => {
          const record = this.#find(call, "write");
          for (const change of readCheckedList(call, batch)) {
            const id = stringAt(change, "_id");
            this.#edit(record, id, objectAt(change, "data"));
          }
          return json({});
        }),
        route("PATCH", `${one}/items/:item`, anyToken, (call) => {
          const change = readChecked(call, fields({}, itemChange));
          this.#edit(this.#find(call, "write"), param(call, "item"), change);
          return json({});
        }),
        route("DELETE", `${one}/items/:item`, anyToken, (call) => {
          const record = this.#find(call, "write");
          const item = itemOf(record, param(call, "item"));
          record.items = record.items.filter((other) => other !== item);
          this.#touch(record);
          return json({});
        }),
      ],
    };
  }

  #list(call: Call): Response {
    const query = call.url.searchParams;
    const owners = query.getAll("owner");
    const wanted = query.getAll("item").map((item) => item.toLowerCase());
    const search = query.get("q")?.toLowerCase() ?? "";
    const found = [...this.#all.values()].filter((record) =>
      this.#sees(call.caller, record) &&
      (owners.length === 0 || owners.includes(record.owner.name)) &&
      record.title.toLowerCase().includes(search) &&
      (wanted.length === 0 ||
        shownItems(record, call.caller).some(([item, shown]) =>
          wanted.includes(
            `${item.type}s/${stringAt(shown, "id")}`.toLowerCase(),
          )
        ))
    );
    if (query.get("sort") === "lastModified") {
      found.sort((a, b) => b.updatedAt - a.updatedAt);
    }
    const numbered = found.map((record, seq) => ({ seq, record }));
    return linkedPage(call, numbered, ({ record }) => {
      const { position: _, shareUrl: __, ...shown } = this.#render(
        call,
        record,
        4,
      );
      return shown;
    }, { usual: 10, longest: 10_000 });
  }

  #create(call: Call): CollectionRecord {
    const body = readChecked(call, toCreate);
    const namespace = stringAt(body, "namespace");
    this.#authorize(call.caller, namespace);
    const owner = this.#accounts.find(namespace);
    if (owner === undefined) throw missing();
    const title = stringAt(body, "title");
    const group = stringAt(body, "resourceGroupId");
    if (group !== "") demandPlan(owner, "Resource groups");
    const mine = [...this.#all.values()].filter((other) =>
      other.owner === owner
    );
    const taken = mine.find((other) => other.title === title);
    if (taken !== undefined) {
      throw new Failure(409, "This collection already exists", {
        extra: { slug: slugOf(taken) },
      });
    }
    const record: CollectionRecord = {
      id: objectId("collection", String(++this.#count)),
      owner,
      title,
      description: stringAt(body, "description"),
      isPrivate: body["private"] === true,
      position: mine.length,
      theme: "orange",
      gating: false,
      resourceGroup: group === "" ? undefined : group,
      updatedAt: this.#clock.now(),
      items: [],
    };
    if (body["item"] !== undefined) this.#add(call, record, body["item"], "");
    this.#all.set(record.id, record);
    return record;
  }

  #change(call: Call): CollectionRecord {
    const record = this.#find(call, "write");
    const body = readChecked(call, toChange);
    if (isObject(body["gating"])) {
      if (record.owner.kind !== "org") {
        throw new Failure(400, "Only collections of organizations are gated");
      }
      demandPlan(record.owner, "Gated collections");
      shownItems(record, call.caller).forEach(([item, shown]) =>
        demandOwn(record, item.type, shown)
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
    this.#touch(record);
    return record;
  }

  #add(
    call: Call,
    record: CollectionRecord,
    wanted: Json,
    note: string,
  ): void {
    const type = stringAt(wanted, "type");
    const id = stringAt(wanted, "id");
    const shown = type === "collection"
      ? this.#asItem(id)
      : this.#lookup(type, id);
    const found = shown?.(call.caller);
    if (shown === undefined || found === undefined) {
      throw new Failure(404, `No such ${type}: ${id}`);
    }
    const held = shownItems(record, call.caller).some(([item, other]) =>
      item.type === type && other["id"] === found["id"]
    );
    if (held) throw new Failure(409, "This item is already in the collection");
    if (record.gating !== false) demandOwn(record, type, found);
    record.items.push({
      id: objectId("collection item", String(++this.#count)),
      type,
      shown,
      note,
    });
    this.#touch(record);
  }

  #asItem(slug: string): Shown | undefined {
    const record = this.#all.get(slug.slice(-24));
    if (record === undefined) return undefined;
    return (caller) =>
      this.#all.has(record.id) && this.#sees(caller, record)
        ? {
          type: "collection",
          id: record.id,
          slug: slugOf(record),
          title: record.title,
          ...(record.description === ""
            ? {}
            : { description: record.description }),
          lastUpdated: new Date(record.updatedAt).toISOString(),
          owner: renderOwner(record.owner),
          theme: record.theme,
          upvotes: 0,
          isUpvotedByUser: false,
          shareUrl: shareUrl(record),
          numberItems: shownItems(record, caller).length,
        }
        : undefined;
  }

  #edit(record: CollectionRecord, id: string, change: JsonObject): void {
    const item = itemOf(record, id);
    const { position } = change;
    item.note = stringAt(change, "note", item.note);
    if (typeof position === "number") {
      record.items = record.items.filter((other) => other !== item);
      record.items.splice(position, 0, item);
    }
    this.#touch(record);
  }

  #find(call: Call, access: "read" | "write" = "read"): CollectionRecord {
    const record = this.#all.get(param(call, "slug").slice(-24));
    const isThere = record !== undefined &&
      record.owner.name === param(call, "namespace") &&
      this.#sees(call.caller, record);
    if (!isThere) throw missing();
    if (access === "write") this.#authorize(call.caller, record.owner.name);
    return record;
  }

  #sees(caller: Caller, { isPrivate, owner }: CollectionRecord): boolean {
    if (!isPrivate) return true;
    try {
      const permissions = ["collection.read", "collection.write"];
      const needs = { access: "read", permissions } as const;
      this.#accounts.authorize(caller, needs, owner.name);
      return true;
    } catch {
      return false;
    }
  }

  #authorize(caller: Caller, namespace: string): void {
    const permissions = ["collection.write"];
    this.#accounts.authorize(
      caller,
      { access: "write", permissions },
      namespace,
    );
  }

  #touch(record: CollectionRecord): void {
    record.updatedAt = this.#clock.now();
  }

  #render(
    call: Call,
    record: CollectionRecord,
    longest = Infinity,
  ): JsonObject {
    const { description, resourceGroup, gating } = record;
    const manages =
      this.#accounts.roleIn(call.caller, record.owner) !== undefined;
    return {
      slug: slugOf(record),
      title: record.title,
      ...(description === "" ? {} : { description }),
      lastUpdated: new Date(record.updatedAt).toISOString(),
      gating: manages || gating === false ? gating : true,
      owner: renderOwner(record.owner),
      position: record.position,
      theme: record.theme,
      private: record.isPrivate,
      upvotes: 0,
      shareUrl: shareUrl(record),
      isUpvotedByUser: false,
      ...(resourceGroup === undefined
        ? {}
        : { resourceGroup: renderGroup(resourceGroup) }),
      items: shownItems(record, call.caller).slice(0, longest).map(
        ([item, shown], position) => ({
          ...shown,
          _id: item.id,
          position,
          ...(item.note === ""
            ? {}
            : { note: { text: item.note, html: escape(item.note) } }),
        }),
      ),
    };
  }
}

function missing(): Failure {
  return new Failure(404, "Collection not found");
}

function itemOf(record: CollectionRecord, id: string): Item {
  const item = record.items.find((one) => one.id === id);
  if (item === undefined) throw new Failure(404, "Collection item not found");
  return item;
}

/** Gated collections hold models and datasets of their owner only. */
function demandOwn(
  record: CollectionRecord,
  type: string,
  shown: JsonObject,
): void {
  if (type !== "model" && type !== "dataset") return;
  if (stringAt(shown, "author") === record.owner.name) return;
  throw new Failure(
    400,
    "All models and datasets of a gated collection must belong to its owner",
  );
}

function shownItems(
  record: CollectionRecord,
  caller: Caller,
): [Item, JsonObject][] {
  return record.items.flatMap((item): [Item, JsonObject][] => {
    const shown = item.shown(caller);
    return shown === undefined ? [] : [[item, shown]];
  });
}

function slugOf({ id, owner, title }: CollectionRecord): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${owner.name}/${[...words, id].join("-")}`;
}

function shareUrl(record: CollectionRecord): string {
  return `https://hf.co/collections/${slugOf(record).slice(0, -25)}`;
}

function renderOwner({ id, kind, name, plan }: Account): JsonObject {
  const isOrg = kind === "org";
  return {
    _id: id,
    name,
    fullname: name,
    avatarUrl: `/avatars/${name}.svg`,
    type: kind,
    isHf: false,
    isHfAdmin: false,
    isMod: false,
    followerCount: 0,
    isUserFollowing: false,
    ...(isOrg ? plan === undefined ? {} : { plan } : { isPro: plan === "pro" }),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
