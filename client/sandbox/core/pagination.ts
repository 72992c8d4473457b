import { badRequest } from "./failure.ts";
import type { Json } from "./json.ts";
import { type Call, json } from "./router.ts";

/** Length of a page when the request names none. */
export const defaultPage = 20;

/** Longest page; a larger `limit` is cut down to it. */
export const longestPage = 100;

/** One page with the cursors of its neighbours. */
export interface Page<T> {
  /** The items. */
  readonly items: readonly T[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** Cursor of the page before; undefined on the first one. */
  readonly previous: string | undefined;
}

/** Anything with a number that grows with its age in the store. */
export interface Sequenced {
  /** Position in the store. */
  readonly seq: number;
}

/** How many items a page holds. */
export interface PageLength {
  /** If the request names no number. Default: 20. */
  readonly usual?: number;
  /** At most; a larger `limit` is cut down to it. Default: 100. */
  readonly longest?: number;
}

/** Cuts a page out of items in ascending order of `seq`. */
export function paginate<T extends Sequenced>(
  items: readonly T[],
  query: URLSearchParams,
  length: PageLength = {},
): Page<T> {
  const limit = readLimit(query, length.usual, length.longest);
  const cursor = readCursor(query.get("cursor"));
  let start = 0;
  let end = limit;
  if (cursor?.direction === "after") {
    start = items.findIndex((item) => item.seq > cursor.seq);
    if (start === -1) start = items.length;
    end = start + limit;
  } else if (cursor?.direction === "before") {
    end = items.findIndex((item) => item.seq >= cursor.seq);
    if (end === -1) end = items.length;
    start = Math.max(0, end - limit);
  }
  const page = items.slice(start, end);
  const first = page[0];
  const last = page[page.length - 1];
  const more = last !== undefined && end < items.length;
  return {
    items: page,
    next: more ? encode("after", last.seq) : undefined,
    previous: first !== undefined && start > 0
      ? encode("before", first.seq)
      : undefined,
  };
}

/** One page of a list of the Hub, with the `Link` that leads to the next. */
export function linkedPage<T extends Sequenced>(
  call: Call,
  items: readonly T[],
  render: (item: T) => Json,
  length: PageLength = {},
): Response {
  const cut = paginate(items, call.url.searchParams, length);
  const headers = new Headers();
  if (cut.next !== undefined) {
    const next = new URL(call.url);
    next.searchParams.set("cursor", cut.next);
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return json(cut.items.map(render), { headers });
}

/** The `limit` of a query between 1 and `longest`. */
export function readLimit(
  query: URLSearchParams,
  fallback = defaultPage,
  longest = longestPage,
): number {
  const given = query.get("limit");
  if (given === null) return fallback;
  if (!/^\d+$/.test(given) || Number(given) < 1) {
    throw badRequest(`Query parameter limit must be 1 or more, not ${given}`);
  }
  return Math.min(Number(given), longest);
}

interface Cursor {
  readonly direction: "after" | "before";
  readonly seq: number;
}

function encode(direction: "after" | "before", seq: number): string {
  return btoa(`${direction}:${seq}`).replaceAll("=", "");
}

function readCursor(given: string | null): Cursor | undefined {
  if (given === null || given === "") return undefined;
  let decoded = "";
  try {
    decoded = atob(given);
  } catch {
    throw badRequest(`Query parameter cursor is not valid: ${given}`);
  }
  const found = /^(after|before):(\d+)$/.exec(decoded);
  if (found === null) {
    throw badRequest(`Query parameter cursor is not valid: ${given}`);
  }
  return {
    direction: found[1] === "after" ? "after" : "before",
    seq: Number(found[2]),
  };
}
