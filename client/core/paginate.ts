/**
 * Lists that come in pages.
 *
 * @module
 */

import { MAX_EMPTY_PAGES, MAX_PAGES } from "./bounds.ts";

/** One page of a list. */
export interface Page<T> {
  /** What is on it. */
  readonly items: readonly T[];
  /** Asks for the page after it; absent, null or `""` on the last one. */
  readonly nextCursor?: string | null | undefined;
}

/** How to go through a list. */
export interface Paging<T> {
  /** Reads the page at a cursor; the first one has none. */
  readonly read: (cursor: string | undefined) => Promise<Page<T>>;
  /** The error of a list that does not end, with what is wrong with it. */
  readonly endless: (reason: string) => Error;
  /** How many items to return at most, in all; every one if left out. */
  readonly limit?: number | undefined;
}

/**
 * Goes through all pages, asking for each one only when it is needed.
 *
 * @typeParam T What the list holds.
 * @param paging How to read it.
 * @returns Every item in turn.
 * @throws {ResponseFormatError} If the pages would go on forever.
 */
export async function* paginate<T>(
  { read, endless, limit = Infinity }: Paging<T>,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let left = limit;
  let empty = 0;
  while (left > 0) {
    const page = await read(cursor);
    for (const item of page.items) {
      if (left-- <= 0) return;
      yield item;
    }
    cursor = page.nextCursor ?? "";
    if (cursor === "") return;
    if (seen.has(cursor)) throw endless("its pages go in a circle");
    seen.add(cursor);
    empty = page.items.length === 0 ? empty + 1 : 0;
    if (seen.size >= MAX_PAGES) throw endless(`it has over ${MAX_PAGES} pages`);
    if (empty >= MAX_EMPTY_PAGES) {
      throw endless(`${MAX_EMPTY_PAGES} pages in a row hold nothing`);
    }
  }
}

/**
 * Reads the `Link` header with which the Hub points to the next page.
 *
 * @param header The header.
 * @returns What it points to, as written, or undefined on the last page.
 */
export function nextLink(header: string): string | undefined {
  for (const link of header.split("<")) {
    const end = link.indexOf(">");
    if (end < 0) continue;
    if (/;\s*rel\s*=\s*"?next\b/i.test(link.slice(end))) {
      return link.slice(0, end);
    }
  }
  return undefined;
}
