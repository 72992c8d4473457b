import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  MAX_LIST_BYTES,
  MAX_PAGES,
  MAX_SHARED_LIST_BYTES,
} from "../../client/core/bounds.ts";
import { Call, type DataWithResponse } from "../../client/core/call.ts";
import { List, nextLink, type RawPage } from "../../client/core/pages.ts";
import type { RepoField, RepoListField, RepoType } from "@hf-terraform/client";

/** Pages under their cursors, and which of them were asked for. */
function book(pages: Record<string, RawPage<number>>) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    asked.push(cursor);
    const data = pages[cursor ?? "start"];
    return new Call(() =>
      data === undefined
        ? Promise.reject(new Error(`no page ${cursor}`))
        : Promise.resolve({ data, response })
    );
  };
  return { asked, read };
}

const response = {
  status: 200,
  headers: new Headers(),
  url: "https://hub/",
  requestId: undefined,
  skippedItems: 0,
  bytes: 0,
  kinds: new Map(),
};

const endless = (reason: string) => new RangeError(reason);
const wait = (before: Promise<unknown>) => before;

const THREE = {
  start: { items: [1, 2], nextCursor: "b" },
  b: { items: [], nextCursor: "c" },
  c: { items: [3], nextCursor: null },
};

for (const end of [undefined, null, ""]) {
  Deno.test(`a next cursor of ${JSON.stringify(end)} ends the list`, async () => {
    const { read } = book({ start: { items: [1], nextCursor: end } });
    assertEquals(await new List({ read, endless, wait }).toArray(), [1]);
  });
}

// The first page has two items, the second none.
for (const [limit, pages] of [[0, 0], [1, 1], [2, 1], [3, 3]] as const) {
  Deno.test(`a limit of ${limit} reads ${pages} pages`, async () => {
    const { asked, read } = book(THREE);
    const list = new List({ read, endless, wait, limit });
    assertEquals(await list.toArray(), [1, 2, 3].slice(0, limit));
    assertEquals(asked.length, pages);
  });
}

Deno.test("pages that go in a circle, however long, end with an error", async () => {
  const pages: Record<string, RawPage<number>> = {};
  for (let n = 0; n < 300; n++) {
    const nextCursor = `${n < 299 ? n + 1 : 100}`;
    pages[n === 0 ? "start" : `${n}`] = { items: [n], nextCursor };
  }
  const { asked, read } = book(pages);
  await assertRejects(
    () => new List({ read, endless, wait }).toArray(),
    RangeError,
    "circle",
  );
  assertEquals(asked.length < 800, true);
});

Deno.test("a cursor that no address should hold ends the list", async () => {
  const nextCursor = "x".repeat(10_000);
  const { asked, read } = book({ start: { items: [1], nextCursor } });
  await assertRejects(
    () => new List({ read, endless, wait }).toArray(),
    RangeError,
    "too long",
  );
  assertEquals(asked.length, 1);
});

Deno.test("pages without end are given up", async () => {
  let asked = 0;
  const read = () =>
    new Call(() =>
      asked === MAX_PAGES
        ? Promise.reject(new Error("read on"))
        : Promise.resolve({
          data: { items: [], nextCursor: `${++asked}` },
          response,
        })
    );
  await assertRejects(
    () => new List({ read, endless, wait }).toArray(),
    RangeError,
  );
  assertEquals(asked, MAX_PAGES);
});

Deno.test("a list is awaited by pages, and read twice if it is asked twice", async () => {
  const { asked, read } = book(THREE);
  const list = new List({ read, endless, wait });
  assertEquals(asked, []);
  const page = await list;
  assertEquals([page.items, page.nextCursor], [[1, 2], "b"]);
  const second = await page.getNextPage();
  const third = await second?.getNextPage();
  assertEquals([second?.items, third?.items], [[], [3]]);
  assertEquals(await third?.getNextPage(), undefined);
  assertEquals(await list.toArray({ limit: 1 }), [1]);
  assertEquals(await list.toArray({ limit: 0 }), []);
  assertEquals((await list.withResponse()).response.status, 200);
  assertEquals(asked.filter((cursor) => cursor === undefined).length, 1);
  const rest: number[] = [];
  for await (const item of page) rest.push(item);
  assertEquals(rest, [1, 2, 3]);
});

Deno.test("a list begins where a page of before ended", async () => {
  const { asked, read } = book(THREE);
  const list = new List({ read, endless, wait, cursor: "c" });
  assertEquals([await list.toArray(), asked], [[3], ["c"]]);
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

Deno.test("a list that is too large for memory ends with an error when it is read whole", async () => {
  let pages = 0;
  const read = () =>
    new Call(() => {
      const data = { items: [pages], nextCursor: `${++pages}` };
      const bytes = 2 ** 20;
      return Promise.resolve({ data, response: { ...response, bytes } });
    });
  const list = new List({ read, endless, wait });
  await assertRejects(
    () => list.toArray(),
    RangeError,
    "it is larger than 32 MiB; ask for a part",
  );
  assertEquals(pages, MAX_LIST_BYTES / 2 ** 20 + 1);
  assertEquals((await list.toArray({ limit: 30 })).length, 30);
  for await (const item of list) if (item > 500) break;
  assert(pages > 500);
});

Deno.test("each route takes its own fields, and another one does not compile", () => {
  const taken: readonly (readonly [
    RepoListField<"model">,
    RepoListField<"dataset">,
    RepoListField<"space">,
    RepoField<"model">,
    RepoField<"space">,
    RepoListField<RepoType>,
    RepoListField<"kernel">,
  ])[] = [[
    "gguf",
    "mainSize",
    "region",
    "gguf",
    "usedStorage",
    "sha",
    "files",
  ]];
  const refused = [
    // @ts-expect-error: no list knows how much is stored.
    "usedStorage" satisfies RepoListField<"model">,
    // @ts-expect-error: nor does that of datasets.
    "usedStorage" satisfies RepoListField<"dataset">,
    // @ts-expect-error: a Space cannot be gated.
    "gated" satisfies RepoListField<"space">,
    // @ts-expect-error: nor has a single one a gate.
    "gated" satisfies RepoField<"space">,
    // @ts-expect-error: only datasets have a description.
    "description" satisfies RepoField<"model">,
    // @ts-expect-error: what may be a Space is not asked for a gate.
    "gated" satisfies RepoListField<"model" | "space">,
    // @ts-expect-error: nor is what may be of any type.
    "gated" satisfies RepoField<RepoType>,
  ];
  assertEquals([taken.length, refused.length], [1, 7]);
});

Deno.test("a large list waits for another one until its caller ends the wait", async () => {
  const rest = Promise.withResolvers<DataWithResponse<RawPage<number>>>();
  const page = (nextCursor: string | null) => ({
    data: { items: [1], nextCursor },
    response: { ...response, bytes: MAX_SHARED_LIST_BYTES + 1 },
  });
  const read = (cursor: string | undefined) =>
    new Call(() =>
      cursor === undefined ? Promise.resolve(page("b")) : rest.promise
    );
  const before = new List({ read, endless, wait }).toArray();
  const stop = () => Promise.reject(new RangeError("stopped"));
  const after = new List({ read, endless, wait: stop }).toArray();
  await assertRejects(() => after, RangeError, "stopped");
  rest.resolve(page(null));
  assertEquals(await before, [1, 1]);
});
