import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  brotliCompressSync,
  constants,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import {
  MAX_EVENT_BYTES,
  MAX_RESPONSE_BYTES,
} from "../../client/core/bounds.ts";
import { memoryOf } from "../../client/core/json_excess.ts";
import { HuggingFace, ResponseFormatError } from "../../mod.ts";
import { runFlags } from "../../provider/framework/cli/engine_flags.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../tools/paths.ts";
import { Random } from "../support/random_values.ts";
import { testIf } from "../support/skip.ts";

/** Parts of a list or an object, as many as are asked for. */
function many(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join();
}

/** A text whose sum by powers is that of others of its length, for any power. */
function alike(at: number, [zero, one]: readonly [string, string]): string {
  return Array.from({ length: 17 }, (_, bit) => at >> bit & 1 ? one : zero)
    .join("");
}

/** Ways to make many names; some have the same sums, or end alike. */
const naming: Readonly<Record<string, (at: number) => string>> = {
  numbers: String,
  escapes: (at) =>
    at.toString(8).replaceAll(/./g, (digit) => `\\${'"\\/bfnrt'[+digit]}`),
  "one start": (at) => "x".repeat(40) + at,
  "one end": (at) => at + "x".repeat(40),
  "equal sums by 31": (at) => alike(at, ["Aa", "BB"]).padEnd(40, "x"),
  "equal sums by all odd numbers": (at) =>
    alike(at, [swapped(7), swapped(7, 1)]),
};

/** The Thue–Morse text of `2 ** size` letters, or its opposite. */
function swapped(size: number, first = 0): string {
  return Array.from(
    { length: 2 ** size },
    (_, at) =>
      at.toString(2).replaceAll("0", "").length % 2 === first ? "a" : "b",
  ).join("");
}

const inner = MAX_RESPONSE_BYTES - 100;
const size = 64 * 2 ** 20;

/** Lists of objects with different names in different orders, one for each seed. */
function orders(names: number, different: number) {
  return (seed: number) => {
    const random = new Random(seed);
    const objects = Array.from(
      { length: different },
      () => `{${many(names, () => `"a${random.below(4000)}":0`)}}`,
    );
    const count = Math.floor(50_000 / (names + 1));
    return `[${many(count, (at) => objects[at % different] ?? "")}]`;
  };
}

/** Answers, the n-th of them, and how the reading of each ends. */
const answers: Readonly<
  Record<
    string,
    readonly [string | Uint8Array | ((at: number) => string), string]
  >
> = {
  "/zeros": [new Uint8Array(size).fill(48), "is larger than 10 MiB"],
  "/text": [`{"name":"${"a".repeat(inner)}"}`, "read"],
  "/wide": [`{"name":"€${"a".repeat(inner / 2)}"}`, "read"],
  "/too_wide": [`{"name":"€${"a".repeat(inner)}"}`, "is larger than"],
  "/wide_by_escape": [`["${"\\u20acaa".repeat(inner / 8)}"]`, "read"],
  "/too_wide_by_escape": [
    `["\\u20ac${"a".repeat(inner)}"]`,
    "takes too much memory",
  ],
  "/wide_by_no_utf8": [new Uint8Array(inner / 2).fill(255), "read"],
  "/too_wide_by_no_utf8": [new Uint8Array(inner).fill(255), "is larger than"],
  "/lists": [`[${"[],".repeat(3_000_000)}1]`, "takes too much memory"],
  "/kinds": [orders(6, 1500), "read"],
  "/kinds_and_text": [
    (seed) => `[${orders(6, 500)(seed)},"${"a".repeat(7_500_000)}"]`,
    "read",
  ],
  "/orders": [orders(100, 2000), "takes too much memory"],
  "/numbers": [
    `[${many(100_000, () => `{"34":0}`)}]`,
    "takes too much memory",
  ],
  "/names": [
    `{${many(200_000, (at) => `"${at}":1`)}}`,
    "takes too much memory",
  ],
  "/depth": [
    "[".repeat(100_000) + "]".repeat(100_000),
    "is nested deeper than 1000",
  ],
};

/** An event of a stream with a text, as often as is asked for. */
function events(text: string, count = 5): string {
  return `data: ${text}\n\n`.repeat(count);
}

const longest = MAX_EVENT_BYTES - 100;

const values = `[${many(50_000, () => "[]")},${orders(6, 500)(1)}]`;

/** Streams of events. */
const streams: Readonly<Record<string, string>> = {
  "/values": events(`{"data":"a","x":${values}}`),
  "/text": events("a".repeat(longest)),
};

/** Pages of lists. */
const lists: Readonly<Record<string, string>> = {
  "/values": `[{"id":"a","x":${values}}]`,
  "/wide": `[{"id":"€${"a".repeat(inner / 2)}"}]`,
};

const id = "acme/x";

/** A client of a service that answers with this. */
function clientOf(body: BodyInit): HuggingFace {
  return new HuggingFace({
    fetch: () => Promise.resolve(new Response(body)),
    maxRetries: 0,
  });
}

/** Every method that follows a stream. */
const methods: Readonly<
  Record<string, (client: HuggingFace) => AsyncIterable<unknown>>
> = {
  "the log of a Space": ({ spaces }) => spaces.logs.follow(id, "run"),
  "the events of a Space": ({ spaces }) => spaces.followEvents(id),
  "the metrics of a Space": ({ spaces }) => spaces.followMetrics(id),
  "the log of a job": ({ jobs }) => jobs.followLogs(id),
  "the events of a job": ({ jobs }) => jobs.followEvents(id),
  "the metrics of a job": ({ jobs }) => jobs.followMetrics(id),
  "the log of an endpoint": ({ endpoints }) => endpoints.logs.follow(id),
  "the entries of an endpoint's log": ({ endpoints }) =>
    endpoints.logs.followEntries(id),
  "the events of a bucket": ({ buckets }) => buckets.followEvents(id),
};

const skipped = Deno.build.os === "linux"
  ? undefined
  : "the memory of a process is read from /proc";

/** Serves texts, packed, by the name in a path. */
function serve(
  texts: Readonly<
    Record<string, string | Uint8Array | ((at: number) => string)>
  >,
  type: string,
) {
  const packed = new Map<string, Uint8Array<ArrayBuffer>>();
  let next = 1;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  const pack = {
    gzip: (body: string | Uint8Array) => gzipSync(body),
    deflate: (body: string | Uint8Array) => deflateSync(body),
    br: (body: string | Uint8Array) => brotliCompressSync(body, { params }),
    zstd: (body: string | Uint8Array) => zstdCompressSync(body),
  };
  const isCoding = (text = ""): text is keyof typeof pack => text in pack;
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) => {
      const path = new URL(url).pathname;
      const [, name = "", coding] =
        /(\/\w+)\.(gzip|deflate|br|zstd)/.exec(path) ?? [];
      const made = texts[name] ?? "{}";
      const body = typeof made === "function" ? made(next++) : made;
      if (!isCoding(coding)) {
        return new Response("{}");
      }
      const bytes = typeof made !== "function" && packed.get(path) ||
        Uint8Array.from(pack[coding](body));
      packed.set(path, bytes);
      return new Response(bytes, {
        headers: {
          "content-encoding": coding,
          "content-type": type,
          "link": `<?cursor=${next++}>; rel="next"`,
        },
      });
    },
  );
}

/** Tells how requests at once end, and the growth of their process in MiB. */
async function ask(
  { addr }: Deno.HttpServer<Deno.NetAddr>,
  count: number,
  ...args: readonly string[]
): Promise<{ readonly ends: readonly string[]; readonly grown: number }> {
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "run",
    "-A",
    "--no-lock",
    ...runFlags,
    "tests/client/large_answers_program.ts",
    `http://127.0.0.1:${addr.port}`,
    `${count}`,
    ...args,
  ], { cwd: inRoot(".") });
  assertEquals(code, 0, stderr);
  const { ends, grown } = JSON.parse(stdout);
  assertEquals(ends.length, count);
  return { ends, grown };
}

testIf({
  name:
    "ten hostile answers at once take at most 300 MB, whatever they unpack to",
  skipped,
  fn: async () => {
    const texts = Object.fromEntries(
      Object.entries(answers).map(([name, [text]]) => [name, text]),
    );
    await using server = serve(texts, "application/json");
    const paths = Object.keys(answers).map((name) => `${name}.gzip`);
    for (const path of paths) {
      const { ends, grown } = await ask(server, 10, path);
      const [, end = ""] = answers[path.replace(/\..*/, "")] ?? [];
      for (const one of ends) assertStringIncludes(one, end);
      // Of what is cut off, only one has more than its first MiB.
      const most = path.startsWith("/zeros") ? 140 : 300;
      assert(grown < most, `The process grew by ${grown} MiB by ${path}`);
    }
  },
});

testIf({
  name: "what is not packed by gzip is not unpacked",
  skipped,
  fn: async () => {
    const text = new Uint8Array(size).fill(48);
    await using server = serve({ "/zeros": text }, "text/event-stream");
    for (const coding of ["deflate", "br", "zstd"]) {
      for (const kind of ["", "log", "list"]) {
        const path = `/zeros.${coding}`;
        const { ends, grown } = await ask(server, 10, path, kind);
        for (const one of ends) {
          assertStringIncludes(one, "it is not packed as asked");
        }
        assert(grown < 50, `The process grew by ${grown} MiB by ${path}`);
      }
    }
  },
});

for (const [method, follow] of Object.entries(methods)) {
  Deno.test(`no event is too long or has too many values: ${method}`, async () => {
    const read = (data: string) =>
      Array.fromAsync(follow(clientOf(events(data, 1))));
    await assertRejects(
      () => read("a".repeat(MAX_EVENT_BYTES + 1)),
      ResponseFormatError,
      "an event is too long",
    );
    // What has too many values is a text, or no answer.
    const found = await read(`{"data":"a","x":${values}}`).catch(String);
    assertMatch(JSON.stringify(found), /\\"x\\":\[\[\]|an event is not JSON/);
  });
}

testIf({
  name: "the ends of ten hostile logs at once take at most 300 MB",
  skipped,
  fn: async () => {
    await using server = serve(streams, "text/event-stream");
    for (const name of Object.keys(streams)) {
      const { grown } = await ask(server, 10, `${name}.gzip`, "log");
      assert(grown < 300, `The process grew by ${grown} MiB by ${name}`);
    }
  },
});

for (const [length, kept] of [[10_000, 415], [0, 41_943]] as const) {
  Deno.test(`the end of a log has ${kept} lines of ${length} characters`, async () => {
    const line = JSON.stringify({ data: "a".repeat(length) });
    const { spaces } = clientOf(events(line, kept + 100));
    const lines = await spaces.logs.last(id, "run");
    assertEquals(lines.length, kept);
  });
}

testIf({
  name: "ten hostile lists at once take at most 400 MB",
  skipped,
  fn: async () => {
    await using server = serve(lists, "application/json");
    for (const name of Object.keys(lists)) {
      const { ends, grown } = await ask(server, 10, `${name}.gzip`, "list");
      for (const end of ends) assertStringIncludes(end, "is larger than");
      assert(grown < 400, `The process grew by ${grown} MiB by ${name}`);
    }
  },
});

/** JSON as Python writes it. */
function inAscii(json: string): string {
  return json.replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Bytes of memory of a text beyond those that it is written with. */
function extraBytes(value: string): number {
  const written = inAscii(JSON.stringify(value)).length - 2;
  return /[^\0-\xff]/.test(value) ? Math.max(0, 2 * value.length - written) : 0;
}

/** Bytes that a value takes in memory, with the kinds of objects seen so far. */
function bytesOf(value: unknown, kinds: Set<string>): number {
  if (typeof value === "string") return extraBytes(value);
  if (typeof value !== "object" || value === null) return 0;
  const parts = Object.values(value).map((part) => bytesOf(part, kinds));
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const own = names.map((name, at) => {
    const isNumber = /^"[\d\\]/.test(inAscii(JSON.stringify(name)));
    const kind = JSON.stringify(names.slice(0, at + 1));
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return extraBytes(name) + (isNumber ? 384 : 0) +
      (isNew ? 1024 * (1 + (at >> 3)) : 0);
  });
  return [...parts, ...own].reduce(
    (sum, bytes) => sum + bytes,
    64 * Math.max(1, parts.length),
  );
}

Deno.test("what an answer of JSON holds is counted, wherever its strings end", () => {
  const values = fc.jsonValue({ stringUnit: "binary" });
  fc.assert(fc.property(values, fc.boolean(), (value, indented) => {
    const json = JSON.stringify(value, undefined, indented ? 2 : undefined);
    const text = inAscii(json);
    const bytes = new TextEncoder().encode(text);
    assertEquals(
      memoryOf(bytes, MAX_RESPONSE_BYTES),
      bytesOf(value, new Set()) + bytes.length,
      text,
    );
  }));
});

/** A list whose pages have one item each, with more than its id. */
function listOf(pages: number, more: (page: number) => string) {
  const { repos } = new HuggingFace({
    fetch: ({ url }) => {
      const page = Number(new URL(url).searchParams.get("cursor"));
      const link = `<?cursor=${page + 1}>; rel="next"`;
      const headers = page + 1 < pages ? { link } : {};
      // A byte a character: one beyond ASCII is no UTF-8.
      const body = Uint8Array.from(
        `[{"id":"acme/m",${more(page)}}]`,
        (char) => char.charCodeAt(0),
      );
      return Promise.resolve(new Response(body, { headers }));
    },
  });
  return repos.list("model");
}

/** 40 names of an item. */
function names(nameOf: (name: number) => string): string {
  return many(40, (name) => `"${nameOf(name)}":0`);
}

Deno.test("a list of one item a page is held whole: its items are of one kind", async () => {
  const items = await listOf(1000, () => names((name) => `name${name}`))
    .toArray();
  assertEquals(items.length, 1000);
});

for (
  const [what, list] of Object.entries({
    "whose items are of kinds of their own": listOf(
      1000,
      (page) => names((name) => `name${page}_${name}`),
    ),
    "with a wide character in each text": listOf(
      5,
      () => `"x":"\\u20ac${"a".repeat(4_000_000)}"`,
    ),
    "of bytes that are no UTF-8": listOf(
      5,
      () => `"x":"${"\xff".repeat(4_000_000)}"`,
    ),
  })
) {
  Deno.test(`a list ${what} is larger than it looks`, async () => {
    const error = await assertRejects(() => list.toArray());
    assertStringIncludes(`${error}`, "it is larger than 32 MiB");
  });
}

for (const [kind, nameOf] of Object.entries(naming)) {
  Deno.test(`names count, whatever they have in common: ${kind}`, () => {
    const count = (names: number) => {
      const text = `[${many(names, (at) => `{"${nameOf(at)}":1}`)}]`;
      const bytes = new TextEncoder().encode(text);
      return memoryOf(bytes, MAX_RESPONSE_BYTES + bytes.length / 1.4);
    };
    count(9_000);
    assertThrows(() => count(17_000), RangeError, "takes too much memory");
  });
}

Deno.test("a large answer that never ends holds up those behind it until its time is over", async () => {
  const begin = new Uint8Array(2 * 2 ** 20).fill(32);
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(begin),
  });
  const text = `${" ".repeat(begin.length)}{"name":"ann","type":"user"}`;
  const first = new HuggingFace({
    fetch: () => Promise.resolve(new Response(endless)),
    timeoutMs: 100,
    maxRetries: 0,
  });
  const second = clientOf(text);
  const [one, two] = await Promise.allSettled([
    first.get("/api/x"),
    second.get("/api/x"),
  ]);
  assertEquals([one.status, two.status], ["rejected", "fulfilled"]);
});
