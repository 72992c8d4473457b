/**
 * Lists of the Hub, whose pages point at the next one by a `Link` header.
 *
 * @module
 */

import { MAX_HEADER_LENGTH } from "./bounds.ts";
import { nextLink, type Page, paginate } from "./paginate.ts";
import type { RequestOptions } from "./request.ts";
import type { Transport } from "./transport.ts";
import type { Query } from "./request.ts";

/** How much of a list to read. */
export interface ListLimits {
  /** How many items to return at most, in all; every one if left out. */
  readonly limit?: number | undefined;
  /** How many items one request asks for; the service decides if left out. */
  readonly pageSize?: number | undefined;
}

/** The Hub's own limit of most lists. */
const LARGEST_PAGE = 1000;

/**
 * Goes through all pages of a list of the Hub.
 *
 * @typeParam T What the list holds.
 * @param transport Sends the requests.
 * @param options The request of the first page.
 * @param limits How many items, in all and at once.
 * @returns Every item in turn.
 */
export function linkPages<T>(
  transport: Transport,
  options: RequestOptions,
  { limit, pageSize }: ListLimits = {},
): AsyncGenerator<T, void, undefined> {
  // A page larger than what is wanted would be thrown away.
  const size = pageSize ??
    (limit === undefined ? undefined : Math.min(limit, LARGEST_PAGE));
  const first = { ...options, query: { ...options.query, limit: size } };
  return paginate<T>({
    read: (cursor) => linkPage<T>(transport, first, cursor),
    endless: (why) => transport.unusable(options, new Headers(), why),
    limit,
  });
}

/**
 * Reads one page of a list of the Hub.
 *
 * @typeParam T What the list holds.
 * @param transport Sends the request.
 * @param options The request of the first page.
 * @param cursor Where the page before left off; the first page if undefined.
 * @returns The page; its `nextCursor` leads to the next one.
 */
export async function linkPage<T>(
  transport: Transport,
  options: RequestOptions,
  cursor: string | undefined,
): Promise<Page<T>> {
  const query = cursor === undefined ? options.query : queryOf(cursor);
  const request = { ...options, query };
  const answer = await transport.answer<readonly T[]>({
    ...request,
    shape: options.shape ?? ["object"],
  });
  const link = answer.headers.get("link") ?? "";
  if (link.length > MAX_HEADER_LENGTH) {
    throw transport.unusable(request, answer.headers, "its Link is too long");
  }
  const target = nextLink(link);
  if (target === undefined) return { items: answer.data };
  // Only its query is used, on our own URL: a mirror's links lead past it.
  const next = URL.canParse(target, answer.url.href)
    ? new URL(target, answer.url).search
    : "";
  if (next === "") {
    const reason = "its Link to the next page cannot be followed";
    throw transport.unusable(request, answer.headers, reason);
  }
  return { items: answer.data, nextCursor: next };
}

function queryOf(search: string): Query {
  const query: Record<string, readonly string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    query[name] = [...query[name] ?? [], value];
  }
  return query;
}
