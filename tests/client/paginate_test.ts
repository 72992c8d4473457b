import { assertEquals, assertRejects } from "@std/assert";
import { nextLink, type Page, paginate } from "../../client/core/paginate.ts";

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

const endless = (reason: string) => new RangeError(reason);

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
  assertEquals(await all(paginate({ read, endless })), [1, 2, 3]);
  assertEquals(asked, [undefined, "b", "c"]);
});

for (const end of [undefined, null, ""]) {
  Deno.test(`a next cursor of ${JSON.stringify(end)} ends the list`, async () => {
    const { read } = book({ start: { items: [1], nextCursor: end } });
    assertEquals(await all(paginate({ read, endless })), [1]);
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
    assertEquals(await all(paginate({ read, endless, limit })), [...expected]);
    assertEquals(asked.length, pages);
  });
}

Deno.test("a limit that is met does not ask for another page", async () => {
  const { asked, read } = book(THREE);
  assertEquals(await all(paginate({ read, endless, limit: 2 })), [1, 2]);
  assertEquals(asked.length, 1);
});

Deno.test("leaving the loop asks for no further page", async () => {
  const { asked, read } = book(THREE);
  for await (const item of paginate({ read, endless })) if (item === 2) break;
  assertEquals(asked.length, 1);
});

Deno.test("pages that go in a circle end with an error", async () => {
  const { read } = book({
    start: { items: [1], nextCursor: "a" },
    a: { items: [2], nextCursor: "b" },
    b: { items: [3], nextCursor: "a" },
  });
  await assertRejects(
    () => all(paginate({ read, endless })),
    RangeError,
    "circle",
  );
});

const LINKS: readonly [string, string | undefined][] = [
  ["", undefined],
  [
    '<https://hub/api/models?cursor=x>; rel="next"',
    "https://hub/api/models?cursor=x",
  ],
  ["</api/models?cursor=y>; rel=next", "/api/models?cursor=y"],
  ['</p>; rel="prev", </n?cursor=z>; rel="next"', "/n?cursor=z"],
  ['</n?a=1,2>; rel="next"', "/n?a=1,2"],
  ['</p>; rel="prev"', undefined],
  ['<<<</n; rel="next"', undefined],
];

for (const [header, target] of LINKS) {
  Deno.test(`the link ${JSON.stringify(header)} leads to ${target}`, () => {
    assertEquals(nextLink(header), target);
  });
}
