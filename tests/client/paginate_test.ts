import { assertEquals, assertRejects } from "@std/assert";
import { nextLink, type Page, paginate } from "../../client/paginate.ts";

/** Pages under their cursors, and which of them were asked for. */
function book(pages: Record<string, Page<number>>) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined): Promise<Page<number>> => {
    asked.push(cursor);
    const page = pages[cursor ?? "start"];
    return page === undefined
      ? Promise.reject(new Error(`no page ${cursor}`))
      : Promise.resolve(page);
  };
  return { asked, read };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const THREE = {
  start: { items: [1, 2], nextCursor: "b" },
  b: { items: [], nextCursor: "c" },
  c: { items: [3], nextCursor: null },
};

Deno.test("every page is followed, empty ones too", async () => {
  const { asked, read } = book(THREE);
  assertEquals(await all(paginate(read)), [1, 2, 3]);
  assertEquals(asked, [undefined, "b", "c"]);
});

for (const end of [undefined, null, ""]) {
  Deno.test(`a next cursor of ${JSON.stringify(end)} ends the list`, async () => {
    const { read } = book({ start: { items: [1], nextCursor: end } });
    assertEquals(await all(paginate(read)), [1]);
  });
}

for (
  const [limit, expected, pages] of [[0, [], 0], [1, [1], 1], [
    3,
    [1, 2, 3],
    3,
  ]] as const
) {
  Deno.test(`a limit of ${limit} reads ${pages} pages`, async () => {
    const { asked, read } = book(THREE);
    assertEquals(await all(paginate(read, limit)), [...expected]);
    assertEquals(asked.length, pages);
  });
}

Deno.test("a limit that is met does not ask for another page", async () => {
  const { asked, read } = book(THREE);
  assertEquals(await all(paginate(read, 2)), [1, 2]);
  assertEquals(asked.length, 1);
});

Deno.test("leaving the loop asks for no further page", async () => {
  const { asked, read } = book(THREE);
  for await (const item of paginate(read)) if (item === 2) break;
  assertEquals(asked.length, 1);
});

Deno.test("pages that go in a circle end with an error", async () => {
  const { read } = book({
    start: { items: [1], nextCursor: "a" },
    a: { items: [2], nextCursor: "b" },
    b: { items: [3], nextCursor: "a" },
  });
  await assertRejects(() => all(paginate(read)), RangeError, "circle");
});

const BASE = new URL("https://huggingface.co/api/models?limit=2");
const LINKS: readonly [string | null, string | undefined][] = [
  [null, undefined],
  ["", undefined],
  ['<https://huggingface.co/api/models?cursor=x>; rel="next"', "?cursor=x"],
  ["</api/models?cursor=y>; rel=next", "?cursor=y"],
  ['</p>; rel="prev", </n?cursor=z>; rel="next"', "?cursor=z"],
  ['<https://evil.example/?cursor=x>; rel="next"', undefined],
  ['</p>; rel="prev"', undefined],
  ['<https://>; rel="next"', undefined],
];

for (const [header, search] of LINKS) {
  Deno.test(`the link ${JSON.stringify(header)} leads to ${search}`, () => {
    assertEquals(nextLink(header, BASE)?.search, search);
  });
}
