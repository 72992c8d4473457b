import type { Account, Caller } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { type Json, type JsonObject, stringAt } from "../core/json.ts";

/** Renders an item for a caller; undefined if it is gone or not visible. */
export type RenderItem = (caller: Caller) => JsonObject | undefined;

/** Finds an item of a collection. */
export type FindItem = (type: string, id: string) => RenderItem | undefined;

/** An item with the note about it. */
export interface CollectionItem {
  readonly id: string;
  readonly type: string;
  readonly render: RenderItem;
  note: string;
}

/** A collection. */
export interface CollectionRecord {
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
  items: CollectionItem[];
}

/** Finds an item of a collection; throws 404. */
export function findItem(record: CollectionRecord, id: string): CollectionItem {
  const item = record.items.find((one) => one.id === id);
  if (item === undefined) throw new Failure(404, "Collection item not found");
  return item;
}

/** Throws 400 for a model or dataset of others in a gated collection. */
export function requireOwn(
  record: CollectionRecord,
  type: string,
  json: JsonObject,
): void {
  if (type !== "model" && type !== "dataset") return;
  if (stringAt(json, "author") === record.owner.name) return;
  throw new Failure(
    400,
    "All models and datasets of a gated collection must belong to its owner",
  );
}

/** Renders the items that a caller can see. */
export function renderItems(
  record: CollectionRecord,
  caller: Caller,
): [CollectionItem, JsonObject][] {
  return record.items.flatMap((item): [CollectionItem, JsonObject][] => {
    const json = item.render(caller);
    return json === undefined ? [] : [[item, json]];
  });
}

/** Derives the slug, which a new title changes and whose id stays. */
export function slugOf({ id, owner, title }: CollectionRecord): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${owner.name}/${[...words, id].join("-")}`;
}

/** Derives the short URL of a collection. */
export function shareUrl(record: CollectionRecord): string {
  return `https://hf.co/collections/${slugOf(record).slice(0, -25)}`;
}

/** Renders the owner of a collection. */
export function renderOwner({ id, kind, name, plan }: Account): JsonObject {
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

/** Escapes a note for HTML. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
