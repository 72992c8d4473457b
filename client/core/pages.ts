/**
 * Lists that come in pages.
 *
 * @module
 */

import {
  MAX_HEADER_LENGTH,
  MAX_LIST_BYTES,
  MAX_PAGES,
  MAX_SHARED_LIST_BYTES,
} from "./bounds.ts";
import { Call, type DataWithResponse, type ResponseInfo } from "./call.ts";
import { Queue } from "./queue.ts";
import type { Query, RequestOptions } from "./request.ts";
import type { Transport } from "./transport.ts";

/** Pagination options of a list. */
export interface ListParams {
  /** The most items to return, in all; every one if left out. */
  readonly limit?: number | undefined;
  /** The size of a page; the service's default if left out. */
  readonly pageSize?: number | undefined;
  /** The cursor to start at, `nextCursor` of a page; else the first page. */
  readonly cursor?: string | undefined;
}

/** One page of a list, as the service sends it. */
export interface RawPage<T> {
  /** The items. */
  readonly items: readonly T[];
  /** Asks for the page after it; absent, null or `""` on the last one. */
  readonly nextCursor?: string | null | undefined;
  /** The number of items of the whole list, if the service returns it. */
  readonly totalItems?: number | undefined;
}

/** The source of the pages of a list. */
export interface PageSource<T> {
  /** Reads the page at a cursor; the first one may have none. */
  readonly read: (cursor: string | undefined) => Call<RawPage<T>>;
  /** The error of a list that does not end, with what is wrong with it. */
  readonly endless: (reason: string) => Error;
  /** Waits for other lists to end; the caller may end the wait. */
  readonly wait: (before: Promise<unknown>) => Promise<unknown>;
  /** The most items to return, in all; every one if left out. */
  readonly limit?: number | undefined;
  /** The cursor to start at. */
  readonly cursor?: string | undefined;
}

/**
 * The state of a pagination. It remembers one earlier cursor, replaced each
 * time the number of pages has doubled, which detects every loop without
 * storing all cursors.
 */
interface Position {
  readonly left: number;
  readonly pages: number;
  readonly mark: string | undefined;
}

/** One page of a list. Going through it goes on to the pages after it. */
export class Page<T> implements AsyncIterable<T> {
  /** The items of this page. */
  readonly items: readonly T[];
  /** The cursor of the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** The number of items of the whole list, if the service returns it. */
  readonly totalItems: number | undefined;
  /** The head of its answer. */
  readonly response: ResponseInfo;
  readonly #paging: PageSource<T>;
  readonly #position: Position;

  /** Makes a page; throws if its list would go on forever. */
  constructor(
    paging: PageSource<T>,
    { data, response }: DataWithResponse<RawPage<T>>,
    position: Position,
  ) {
    const { items, nextCursor } = data;
    const left = position.left - items.length;
    const pages = position.pages + 1;
    const next = left > 0 && nextCursor ? nextCursor : undefined;
    if (next && next.length > MAX_HEADER_LENGTH) {
      throw paging.endless("its cursor is too long");
    }
    if (next && next === position.mark) {
      throw paging.endless("its pages go in a circle");
    }
    if (pages >= MAX_PAGES) throw paging.endless(`it has over ${pages} pages`);
    const isMark = (pages & (pages - 1)) === 0;
    this.items = left < 0 ? items.slice(0, position.left) : items;
    this.nextCursor = next;
    this.totalItems = data.totalItems;
    this.response = response;
    this.#paging = paging;
    this.#position = { left, pages, mark: isMark ? next : position.mark };
  }

  /** Reads the page after this one. */
  async getNextPage(): Promise<Page<T> | undefined> {
    if (this.nextCursor === undefined) return undefined;
    const page = await this.#paging.read(this.nextCursor).withResponse();
    return new Page(this.#paging, page, this.#position);
  }

  /** Every item of this page and of those after it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.items;
    let page = await this.getNextPage();
    while (page !== undefined) {
      yield* page.items;
      page = await page.getNextPage();
    }
  }
}

/** The queue of the large lists of this process. */
const large = new Queue();

/**
 * A list. Going through it reads one page after the other, each when it is
 * needed; awaiting it reads the first page.
 *
 * @example Usage
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox({ seedEndpoints: 5 });
 * const { endpoints } = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * const list = endpoints.list("sandbox", { pageSize: 2 });
 * for await (const { name } of list) console.log(name);
 * assertEquals((await list.toArray()).length, 5);
 * assertEquals((await list.toArray({ limit: 3 })).length, 3);
 *
 * const page = await list;
 * assertEquals(page.items.length, 2);
 * assertEquals((await page.getNextPage())?.items.length, 2);
 * ```
 */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  /** The name of the class. */
  override readonly [Symbol.toStringTag]: string = "List";
  readonly #paging: PageSource<T>;
  readonly #limit: number;

  /** Makes a list. */
  constructor(paging: PageSource<T>) {
    const { cursor, limit = Infinity } = paging;
    const start = { left: limit, pages: 0, mark: cursor };
    super(async () => {
      const page = await paging.read(cursor).withResponse();
      return { ...page, data: new Page(paging, page, start) };
    });
    this.#paging = paging;
    this.#limit = limit;
  }

  /** Every item in turn, through all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    if (this.#limit > 0) yield* await this;
  }

  /** All items at once; more than 32 MiB of them are an error. */
  async toArray(
    options: { readonly limit?: number | undefined } = {},
  ): Promise<T[]> {
    const limit = Math.min(options.limit ?? Infinity, this.#limit);
    const items: T[] = [];
    const known = new Set<number>();
    let bytes = 0;
    let page: Page<T> | undefined;
    const isReadTo = async (most: number) => {
      while (items.length < limit && bytes <= most) {
        page = await (page === undefined ? this : page.getNextPage());
        if (page === undefined) return true;
        for (const item of page.items) items.push(item);
        bytes += page.response.bytes;
        for (const [kind, size] of page.response.kinds) {
          if (known.has(kind)) bytes -= size;
          known.add(kind);
        }
      }
      return items.length >= limit;
    };
    if (
      !await isReadTo(MAX_SHARED_LIST_BYTES) &&
      !await large.run(() => isReadTo(MAX_LIST_BYTES), this.#paging.wait)
    ) {
      const most = MAX_LIST_BYTES / 2 ** 20;
      throw this.#paging.endless(
        `it is larger than ${most} MiB; ask for a part`,
      );
    }
    return items.slice(0, limit);
  }
}

/** The Hub's own limit of most lists. */
const LARGEST_PAGE = 1000;

/** A list of the Hub, whose pages point at the next one by a `Link` header. */
export function linkList<T>(
  transport: Transport,
  options: RequestOptions,
  { limit, pageSize, cursor, ...filters }: ListParams,
): List<T> {
  // A page larger than what is wanted would be thrown away.
  const size = pageSize ??
    (limit === undefined ? undefined : Math.min(limit, LARGEST_PAGE));
  const query = { ...options.query, ...filters, limit: size };
  const request = (at: string | undefined): RequestOptions => ({
    shape: ["object"],
    ...options,
    query: at === undefined ? query : queryOf(at),
  });
  return pagedList<T, readonly T[]>(
    transport,
    request,
    (items, { headers, url }, at) => {
      const nextCursor = nextQuery(
        headers,
        url,
        (why) => transport.invalidResponse(request(at), why, headers),
      );
      return { items, nextCursor };
    },
    { limit, cursor },
  );
}

/** A list that comes whole: a field of the answer, or all of it. */
export function wholeList<T>(
  transport: Transport,
  options: RequestOptions,
  field?: string,
): List<T> {
  type Whole = Readonly<Record<string, readonly T[]>>;
  const request = () => options;
  return field === undefined
    ? pagedList(transport, request, (items: readonly T[]) => ({ items }))
    : pagedList(transport, request, (answer: Whole) => ({
      items: answer[field] ?? [],
    }));
}

/** A list whose pages are asked for one by one. */
export function pagedList<T, Whole>(
  transport: Transport,
  request: (cursor: string | undefined) => RequestOptions,
  pageOf: (
    answer: Whole,
    response: ResponseInfo,
    cursor: string | undefined,
  ) => RawPage<T>,
  { limit, cursor }: Omit<ListParams, "pageSize"> = {},
): List<T> {
  return new List<T>({
    read: (at) =>
      transport.request<Whole>(request(at))
        .map((answer, response) => pageOf(answer, response, at)),
    endless: (why) => transport.invalidResponse(request(cursor), why),
    wait: (before) => transport.waitFor(before, request(cursor)),
    limit,
    cursor,
  });
}

/** The query of the next page; only it is used: a mirror's links lead past it. */
function nextQuery(
  headers: Headers,
  url: ResponseInfo["url"],
  invalidResponse: (why: string) => Error,
): string | undefined {
  const link = headers.get("link") ?? "";
  if (link.length > MAX_HEADER_LENGTH) {
    throw invalidResponse("its Link is too long");
  }
  const target = nextLink(link);
  if (target === undefined) return undefined;
  const next = URL.canParse(target, url) ? new URL(target, url).search : "";
  if (next !== "") return next;
  throw invalidResponse("its Link leads to no next page");
}

/** Reads the `Link` header with which the Hub points to the next page. */
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

function queryOf(search: string): Query {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    (values[name] ??= []).push(value);
  }
  return values;
}
