/**
 * Lists that come in pages.
 *
 * @module
 */

/** One page of a list. */
export interface Page<T> {
  /** What is on it. */
  readonly items: readonly T[];
  /** Asks for the page after it; absent, null or `""` on the last one. */
  readonly nextCursor?: string | null | undefined;
}

/**
 * Goes through all pages, asking for each one only when it is needed.
 *
 * @typeParam T What the list holds.
 * @param readPage Reads the page at a cursor; the first one has none.
 * @param limit Most items to return; all if left out.
 * @returns Every item in turn.
 * @throws {RangeError} If the service repeats a cursor, which would go on
 * forever.
 */
export async function* paginate<T>(
  readPage: (cursor: string | undefined) => Promise<Page<T>>,
  limit: number = Infinity,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let left = limit;
  while (left > 0) {
    const page = await readPage(cursor);
    for (const item of page.items) {
      if (left-- <= 0) return;
      yield item;
    }
    cursor = page.nextCursor ?? "";
    if (cursor === "") return;
    if (seen.has(cursor)) {
      throw new RangeError("Cannot read the list: its pages go in a circle");
    }
    seen.add(cursor);
  }
}

/**
 * Reads the `Link` header with which the Hub points to the next page.
 *
 * @param header The header.
 * @param base The URL that was read; the next page must be on its origin.
 * @returns The URL of the next page, or undefined if this is the last one or
 * the link leads elsewhere.
 */
export function nextLink(header: string | null, base: URL): URL | undefined {
  for (const match of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    const target = match[1] ?? "";
    if (!/;\s*rel\s*=\s*"?next\b/i.test(match[2] ?? "")) continue;
    if (!URL.canParse(target, base.href)) return undefined;
    const url = new URL(target, base);
    return url.origin === base.origin ? url : undefined;
  }
  return undefined;
}
