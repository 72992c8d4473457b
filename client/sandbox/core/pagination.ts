import { badRequest } from "./failure.ts";
import type { Json } from "./json.ts";
import { type Call, json } from "./router.ts";

/** One page with the cursors of its neighbours. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
  /** Cursor of the previous page; undefined on the first. */
  readonly previous: string | undefined;
}

/** An item of a store with a sequence number. */
export interface SequencedItem {
  readonly seq: number;
}

/** Numbers of items on a page. */
export interface PageLimits {
  /** Number if the request has no `limit`. Default: 20. */
  readonly default?: number;
  /** Maximum; a larger `limit` is cut down to it. Default: 100. */
  readonly max?: number;
}

/** Returns a page of items in ascending order of `seq`. */
export function paginate<T extends SequencedItem>(
  items: readonly T[],
  query: URLSearchParams,
  limits: PageLimits = {},
): Page<T> {
  const limit = readLimit(query, limits);
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
  const hasNext = last !== undefined && end < items.length;
  return {
    items: page,
    next: hasNext ? encodeCursor("after", last.seq) : undefined,
    previous: first !== undefined && start > 0
      ? encodeCursor("before", first.seq)
      : undefined,
  };
}

/** Makes a response of the Hub with a page and the `Link` to the next. */
export function jsonPage<T extends SequencedItem>(
  call: Call,
  items: readonly T[],
  render: (item: T) => Json,
  limits: PageLimits = {},
): Response {
  const page = paginate(items, call.query, limits);
  const headers = new Headers();
  if (page.next !== undefined) {
    const next = new URL(call.url);
    next.searchParams.set("cursor", page.next);
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return json(page.items.map(render), { headers });
}

/** Reads the `limit` of a query. */
export function readLimit(
  query: URLSearchParams,
  { default: fallback = 20, max = 100 }: PageLimits = {},
): number {
  const limit = query.get("limit");
  if (limit === null) return fallback;
  if (!/^\d+$/.test(limit) || Number(limit) < 1) {
    throw badRequest(`Query parameter limit must be 1 or more, not ${limit}`);
  }
  return Math.min(Number(limit), max);
}

interface Cursor {
  readonly direction: "after" | "before";
  readonly seq: number;
}

function encodeCursor(direction: "after" | "before", seq: number): string {
  return btoa(`${direction}:${seq}`).replaceAll("=", "");
}

function readCursor(cursor: string | null): Cursor | undefined {
  if (cursor === null || cursor === "") return undefined;
  try {
    const [, direction, seq] = /^(after|before):(\d+)$/.exec(atob(cursor)) ??
      [];
    if (direction === "after" || direction === "before") {
      return { direction, seq: Number(seq) };
    }
  } catch {
    // It is no base64 either.
  }
  throw badRequest(`Query parameter cursor is not valid: ${cursor}`);
}
