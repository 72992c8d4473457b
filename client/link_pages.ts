/**
 * Lists of the Hub, whose pages point at the next one by a `Link` header.
 *
 * @module
 */

import { nextLink, type Page, paginate } from "./paginate.ts";
import type { RequestOptions } from "./request.ts";
import type { Transport } from "./transport.ts";
import type { Query } from "./url.ts";

/**
 * Goes through all pages of a list of the Hub.
 *
 * @typeParam T What the list holds.
 * @param transport Sends the requests.
 * @param options The request of the first page.
 * @param limit Most items to return; all if left out.
 * @returns Every item in turn.
 */
export function linkPages<T>(
  transport: Transport,
  options: RequestOptions,
  limit?: number,
): AsyncGenerator<T, void, undefined> {
  return paginate<T>(
    (cursor) => linkPage<T>(transport, options, cursor),
    limit,
  );
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
  const answer = await transport.answer<readonly T[]>({ ...options, query });
  const next = nextLink(answer.headers.get("link"), answer.url);
  return { items: answer.data, nextCursor: next?.search };
}

function queryOf(search: string): Query {
  const query: Record<string, readonly string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    query[name] = [...query[name] ?? [], value];
  }
  return query;
}
