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

/** Numbers of items on a page. */
interface PageLimits {
  /** Number if the request has no `limit`. Default: 20. */
  readonly default?: number;
  /** Maximum; a larger `limit` is cut down to it. Default: 100. */
  readonly max?: number;
}

/** Numbers items in ascending order, for cursors. */
type Sequence<T> = (item: T, index: number) => number;

const byIndex: Sequence<unknown> = (_, index) => index;

/** Numbers the items of a store in order of their creation. */
export function bySeq({ seq }: { readonly seq: number }): number {
  return seq;
}

/** Returns a page of items. */
export function paginate<T>(
  items: readonly T[],
  query: URLSearchParams,
  limits: PageLimits = {},
  seqOf: Sequence<T> = byIndex,
): Page<T> {
  const limit = readLimit(query, limits);
  const cursor = readCursor(query.get("cursor"));
  const numbers = items.map(seqOf);
  const placeOf = (is: (seq: number) => boolean) => {
    const place = numbers.findIndex(is);
    return place === -1 ? items.length : place;
  };
  let start = 0;
  let end = limit;
  if (cursor?.direction === "after") {
    start = placeOf((seq) => seq > cursor.seq);
    end = start + limit;
  } else if (cursor?.direction === "before") {
    end = placeOf((seq) => seq >= cursor.seq);
    start = Math.max(0, end - limit);
  }
  const [first, last] = [numbers[start], numbers[end - 1]];
  return {
    items: items.slice(start, end),
    next: last !== undefined && end < items.length
      ? encodeCursor("after", last)
      : undefined,
    previous: first !== undefined && start > 0
      ? encodeCursor("before", first)
      : undefined,
  };
}

/** Makes a response of the Hub with a page and the `Link` to the next. */
export function jsonPage<T>(
  call: Call,
  items: readonly T[],
  render: (item: T) => Json,
  limits: PageLimits = {},
  seqOf?: Sequence<T>,
): Response {
  const page = paginate(items, call.query, limits, seqOf);
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
