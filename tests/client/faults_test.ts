/**
 * Regressions of version 0.1.0, by the number of the fault: the public client
 * against a service that answers as a broken or hostile one does.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import * as api from "../../mod.ts";
import { gzipSync } from "node:zlib";
import {
  endpointFields,
  json,
  rejection,
  Script,
  type Step,
} from "./script.ts";

const TOKEN = "hf_secretsecret";
const ENDPOINT = endpointFields("e");

function client(script: Script, more: api.ClientOptions = {}): api.HuggingFace {
  return new api.HuggingFace(script.options(more));
}

function list(items: readonly unknown[], link?: string): Response {
  return json(items, 200, link === undefined ? {} : { link });
}

function repo(name: string): unknown {
  const id = `acme/${name}`;
  return { _id: name, id, type: "model", visibility: "public" };
}

async function ids(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  return (await Array.fromAsync(items)).map(({ id }) => id);
}

/** A body that never ends, and how many bytes of it were taken. */
function endless(piece: string): [Response, () => number] {
  const bytes = new TextEncoder().encode(piece);
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += bytes.length;
      controller.enqueue(bytes);
    },
  });
  return [new Response(body), () => taken];
}

function events(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(new TextEncoder().encode(piece));
      }
    },
  });
}

Deno.test("a link to the next page may have parameters of any name", async () => {
  const names = [
    ...Object.getOwnPropertyNames(Object.prototype),
    "prototype",
    "cursor",
  ];
  for (const name of names) {
    const query = `${name}=1&b=x&${name}=2`;
    const link = `</api/models?${query}>; rel="next"`;
    const script = new Script(list([repo("a")], link), list([repo("b")]));
    const { repos } = client(script);
    assertEquals(await ids(repos.list("model")), ["acme/a", "acme/b"]);
    const { searchParams } = new URL(script.seen[1]?.url ?? "");
    assertEquals(searchParams.getAll(name), ["1", "2"], name);
    assertEquals(searchParams.getAll("b"), ["x"], name);
  }
});

Deno.test("a next page that cannot be asked for is an error", async () => {
  const script = new Script(list([repo("a")], '<https://>; rel="next"'));
  const error = await rejection(ids(client(script).repos.list("model")));
  assertInstanceOf(error, api.ResponseFormatError);
});

Deno.test("limit is the number of items, of every list", async () => {
  const link = '</x?cursor=b>; rel="next"';
  const page = () => list([repo("a"), repo("b"), repo("c")], link);
  const script = new Script(page, page);
  const { repos } = client(script);
  assertEquals((await ids(repos.list("model", { limit: 2 }))).length, 2);
  const owned = repos.listInventory("acme", { limit: 1 });
  assertEquals((await Array.fromAsync(owned)).length, 1);
  const limits = script.seen.map(({ url }) =>
    new URL(url).searchParams.get("limit")
  );
  assertEquals(limits, ["2", "1"]);
});

Deno.test("the time limit of a wait ends the look as well", async () => {
  const script = new Script(json(ENDPOINT), "hang");
  const { endpoints } = client(script, { timeoutMs: 3_600_000 });
  const error = await rejection(endpoints.waitFor("acme/e", {
    until: "paused",
    timeoutMs: 600,
  }));
  assertInstanceOf(error, api.TimeoutError);
  assertStringIncludes(error.message, "Cannot wait for the endpoint acme/e");
});

Deno.test("a time limit longer than a timer holds is none", async () => {
  const script = new Script(json(ENDPOINT));
  const { endpoints } = client(script, { timeoutMs: Infinity });
  const found = await endpoints.waitFor("acme/e", { timeoutMs: 2 ** 33 });
  assertEquals(found.name, "e");
});

Deno.test("the end of a log is not taken for reached before it began", async () => {
  const head = Promise.withResolvers<void>();
  const script = new Script(async () => {
    await head.promise;
    return new Response(events('data: {"data":"one"}\n\n'));
  });
  const { spaces } = client(script);
  const lines = spaces.logs.last("acme/s", "run", { quietMs: 5 });
  // Longer than what counts as quiet once the log has begun.
  setTimeout(() => head.resolve(), 60);
  assertEquals(await lines, [{ data: "one" }]);
});

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

Deno.test("a file may come from a store, over https and without token", async () => {
  const file = { type: "model", id: "acme/m" } as const;
  const store = redirectTo("https://cdn.example/f?sig=1");
  const script = new Script(
    store,
    new Response("text"),
    redirectTo("http://cdn/x"),
  );
  const { files } = client(script);
  assertEquals(await files.read(file, "a.txt"), "text");
  assertEquals(script.seen[1]?.authorization, null);
  assertInstanceOf(
    await rejection(files.read(file, "a.txt")),
    api.RedirectError,
  );
});

Deno.test("a store that cannot be reached is named without its link", async () => {
  const link = "https://cdn.example/f?Signature=abcdef";
  const broken = new Error(`error sending request for url (${link})`);
  const script = new Script(redirectTo(link), broken);
  const { files } = client(script, { maxRetries: 0 });
  const error = await rejection(
    files.read({ type: "model", id: "acme/m" }, "a.txt"),
  );
  assertInstanceOf(error, api.ConnectionError);
  assertStringIncludes(error.message, "cdn.example");
  assert(!Deno.inspect(error, { depth: 9 }).includes("abcdef"));
});

Deno.test("a quota holds back only the requests that share it", async () => {
  const who = json({ type: "user", id: "1", name: "x" }, 200, {
    "ratelimit": '"whoami";r=0;t=200',
  });
  const script = new Script(who, list([]), list([]));
  const { users, repos } = client(script);
  await users.whoami();
  await ids(repos.list("model"));
  await ids(repos.list("space"));
  assertEquals(script.sleeps, []);
});

Deno.test("a list without items is an error of the client", async () => {
  for (const body of [{}, [], null, { items: 1 }]) {
    const { endpoints } = client(new Script(json(body)));
    const error = await rejection(endpoints.list("acme").toArray());
    assertInstanceOf(error, api.ResponseFormatError);
  }
  const { network } = client(new Script(json({}))).endpoints;
  const error = await rejection(network.listDomains("acme").toArray());
  assertInstanceOf(error, api.ResponseFormatError);
});

Deno.test("an error that is its own cause is told", async () => {
  const cause = new Error(`broken ${TOKEN}`);
  cause.cause = cause;
  const script = new Script(cause);
  const { users } = client(script, { maxRetries: 0 });
  const error = await rejection(users.whoami());
  assertInstanceOf(error, api.ConnectionError);
  assert(!Deno.inspect(error).includes(TOKEN));
});

Deno.test("Retry-After: 0 is followed by a wait of its own", async () => {
  const busy = () => json({}, 503, { "retry-after": "0" });
  const script = new Script(busy, busy, busy, json(ENDPOINT));
  await client(script).endpoints.get("acme/e");
  assertEquals(script.sleeps, [500, 1000, 2000]);
});

Deno.test("a stream that says nothing for too long throws", async () => {
  const script = new Script(new Response(events("data: one\n\n")));
  const options = { idleTimeoutMs: 20 };
  const lines = client(script).endpoints.logs.follow("acme/e", {}, options);
  const error = await rejection(Array.fromAsync(lines));
  assertInstanceOf(error, api.TimeoutError);
});

/** Everything that a program could print of a value. */
function printAll(value: unknown): string {
  return Deno.inspect(value, { depth: 20 }) + JSON.stringify(value) +
    (value instanceof Error ? value.stack : "");
}

const ESCAPED = [
  TOKEN,
  `hf_\\u0073ecretsecret`,
  "hf%5Fsecretsecret",
  "hf_secret&#115;ecret",
];
const QUOTED: readonly [string, (secret: string) => Step][] = [
  ["error", (s) => new Response(`{"error":"no ${s}"}`, { status: 400 })],
  ["field", (s) => new Response(`{"a":{"b":["${s}"]}}`, { status: 403 })],
  ["key", (s) => new Response(`{"error":{"${s}":"x"}}`, { status: 403 })],
  ["text", (s) => new Response(`no ${s}`, { status: 500 })],
  ["code", (s) => json({ code: s }, 404)],
  ["x-error-code", (s) => json({}, 404, { "x-error-code": s })],
  ["x-error-message", (s) => json({}, 404, { "x-error-message": s })],
  ["x-request-id", (s) => json({}, 404, { "x-request-id": s })],
  ["x-hf-warning", (s) => json({}, 404, { "x-hf-warning": s })],
  ["location", (s) => redirectTo(`/v2/x?a=${s}`)],
  [
    "location elsewhere",
    (s) => redirectTo(`https://${s.slice(0, 5)}.example/${s}`),
  ],
  [
    "content-type",
    (s) => new Response("x", { headers: { "content-type": s } }),
  ],
  ["name", (s) => new Response(JSON.stringify({ ...ENDPOINT, name: s }))],
  ["fetch", (s) => new TypeError(`cannot fetch ${s}`)],
  ["cause", (s) => new TypeError("failed", { cause: new Error(s) })],
  [
    "what fetch throws",
    (s) => Object.assign(new Error("failed"), { config: { headers: [s] } }),
  ],
  ["its name", (s) => Object.assign(new Error(`no ${s}`), { name: s })],
  ["its class", (s) => Object.assign(Object.create(new Error(s)), {})],
  ["its properties", (s) => Object.assign(new Error("failed"), { [s]: 1 })],
];
for (const [place, step] of QUOTED) {
  Deno.test(`a token in ${place} of an answer is shown nowhere`, async () => {
    for (const secret of ESCAPED) {
      const told: unknown[] = [];
      const tell = (event: unknown) => void told.push(event);
      const after = () => json({ error: "the end" }, 400);
      const script = new Script(step(secret), after);
      const error = await rejection(
        client(script, {
          maxRetries: 1,
          hooks: {
            onRequest: tell,
            onResponse: tell,
            onRetry: tell,
            onRedirect: tell,
            onWarning: tell,
          },
        }).endpoints.get("acme/e"),
      );
      assertInstanceOf(error, api.HuggingFaceError);
      for (const value of [error, ...told]) {
        assert(
          !printAll(value).includes(secret),
          `${secret}: ${printAll(value)}`,
        );
        assert(
          !printAll(value).includes(TOKEN),
          `${secret}: ${printAll(value)}`,
        );
      }
    }
  });
}

/** Secrets that only the caller of a client knows, and the token. */
const SECRETS = [
  TOKEN,
  ...[100, 2600, 30_000].map((length) =>
    `${length}s3cret${"AbCdEfGhIj".repeat(length / 10)}`
  ),
];

/** The places where an answer is cut, each with its length. */
const CUT: Readonly<
  Record<string, readonly [number, (s: string) => Response]>
> = {
  text: [64 * 1024, (s) => new Response(s, { status: 400 })],
  title: [
    64 * 1024,
    (s) => new Response(`<html><title>${s}</title>`, { status: 400 }),
  ],
  ...Object.fromEntries(
    [
      "x-request-id",
      "x-amzn-trace-id",
      "x-error-message",
      "x-error-code",
      "x-hf-warning",
      "content-type",
    ].map((
      name,
    ) => [name, [8192, (s: string) => json({}, 400, { [name]: s })]] as const),
  ),
};

for (const [place, [end, make]] of Object.entries(CUT)) {
  Deno.test(`a secret where the reading of ${place} ends is not half shown`, async () => {
    const mask = (text: string) =>
      SECRETS.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
    for (const secret of SECRETS) {
      for (const part of [8, secret.length / 2, secret.length - 1]) {
        for (const fill of [" ", "m"]) {
          const before = end - Math.floor(part);
          if (before < 0) continue;
          const text = fill.repeat(before) + secret + fill.repeat(4000);
          const told: unknown[] = [];
          const tell = (event: unknown) => void told.push(event);
          const error = await rejection(
            client(new Script(make(text)), {
              mask,
              hooks: { onResponse: tell, onWarning: tell },
            }).users.whoami(),
          );
          assertInstanceOf(error, api.BadRequestError);
          for (const value of [error, error.body, ...told]) {
            assert(!mask(printAll(value)).includes(secret.slice(0, 8)));
          }
        }
      }
    }
  });
}

Deno.test("a token in the words of a failed endpoint or Space is masked", async () => {
  const status = { state: "failed", message: `HF_TOKEN=${TOKEN}` };
  const failed = new Script(json({ ...ENDPOINT, status }));
  const error = await rejection(client(failed).endpoints.waitFor("acme/e"));
  assertInstanceOf(error, api.WaitError);
  assert(!printAll(error).includes(TOKEN), printAll(error));
  const stage = { stage: "RUNTIME_ERROR", errorMessage: TOKEN };
  const broken = client(new Script(json(stage)));
  const other = await rejection(broken.spaces.waitFor("acme/s"));
  assertInstanceOf(other, api.WaitError);
  assert(!printAll(other).includes(TOKEN), printAll(other));
});

Deno.test("an answer about another endpoint is an error", async () => {
  for (const name of ["other", "E"]) {
    const script = new Script(json({ ...ENDPOINT, name }));
    const error = await rejection(client(script).endpoints.get("acme/e"));
    assertInstanceOf(error, api.ResponseFormatError);
    assertStringIncludes(error.message, JSON.stringify(name));
  }
});

Deno.test("an answer whose name would lead elsewhere is an error", async () => {
  for (const id of ["..", "acme/..", "../../x", "acme/", ""]) {
    const script = new Script(json({ _id: "6531a1b2c3d4e5f60718293a", id }));
    const { repos } = client(script);
    const error = await rejection(repos.get({ type: "model", id: "acme/a" }));
    assertInstanceOf(error, api.ResponseFormatError);
    assertStringIncludes(error.message, '"id" in the answer of the API is not');
  }
});

Deno.test("a Link header that is too long is given up unread", async () => {
  for (const link of ["<".repeat(400_000), `</a>; ${" ".repeat(400_000)}x`]) {
    const script = new Script(list([repo("a")], link));
    const error = await rejection(ids(client(script).repos.list("model")));
    assertInstanceOf(error, api.ResponseFormatError);
  }
});

Deno.test("a Link of thousands of values is followed at once", async () => {
  // To write the URL anew with each would take minutes.
  const pages = Array.from(
    { length: 60 },
    (_, at) =>
      list([repo(`${at}`)], `<?at=${at}&${"a&".repeat(3900)}>; rel="next"`),
  );
  const script = new Script(...pages, list([repo("last")]));
  const found = await ids(client(script).repos.list("model"));
  assertEquals(found.length, 61);
});

Deno.test("what counts is the size of an answer when it is unpacked", async () => {
  const packed = gzipSync(new Uint8Array(64 * 1024 * 1024).fill(32));
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response(new Uint8Array(packed), {
        headers: { "content-encoding": "gzip" },
      }),
  );
  const { endpoints } = new api.HuggingFace({
    inferenceEndpointsUrl: `http://127.0.0.1:${server.addr.port}`,
  });
  const error = await rejection(endpoints.get("acme/e"));
  assertInstanceOf(error, api.ResponseFormatError);
  assertStringIncludes(error.message, "10 MiB");
});

Deno.test("an event without end is given up", async () => {
  const [response, taken] = endless("x".repeat(64 * 1024));
  const { endpoints } = client(new Script(response));
  const lines = endpoints.logs.follow("acme/e");
  const error = await rejection(Array.fromAsync(lines));
  assertInstanceOf(error, api.ResponseFormatError);
  assert(taken() < 8 * 1024 * 1024);
});

const WAITS = [
  [{ "retry-after": "99999999999999" }, "no"],
  [{ "retry-after": "1e999" }, "no"],
  [{ "ratelimit": '"api";r=0;t=99999999999999999' }, "no"],
  [{}, "quotas for action: retry this action in 1 constructor"],
  [{}, "quotas for action: retry this action in 99999999999999 hours"],
] as const;
for (const [headers, text] of WAITS) {
  Deno.test(`429 with ${JSON.stringify(headers)} and "${text}" stays 429`, async () => {
    const answer = () => json({ error: text }, 429, headers);
    const script = new Script(answer, answer, answer, answer, answer);
    const error = await rejection(client(script).endpoints.get("acme/e"));
    assertInstanceOf(error, api.RateLimitError);
    assert((error.resetAfterMs ?? 0) < 100_000_000);
  });
}

/** Each field of an answer with a value of another kind. */
function* damageFields(
  value: unknown,
  at: string,
): Generator<readonly [string, unknown], void, undefined> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const field = at === "" ? key : `${at}.${key}`;
    const wrong = typeof inner === "object" ? 7 : { wrong: true };
    yield [field, { ...value, [key]: wrong }];
    for (const [deeper, changed] of damageFields(inner, field)) {
      yield [deeper, { ...value, [key]: changed }];
    }
  }
}

Deno.test("a field that the API sent wrongly is not told, and an event names it", async () => {
  const events: api.UnreadFieldEvent[] = [];
  const hooks: api.Hooks = {
    onUnreadField: (event) => events.push(event),
  };
  for (const [field, body] of damageFields(ENDPOINT, "")) {
    const script = new Script(json(body, 200, { "x-request-id": "r1" }));
    const call = client(script, { hooks }).endpoints.get("acme/e");
    if (field === "name") {
      assertInstanceOf(await rejection(call), api.ResponseFormatError);
      continue;
    }
    assertEquals((await call).name, "e");
    const told = events.splice(0).filter((event) => event.field === field);
    assertEquals(told.map(({ requestId }) => requestId), ["r1"], field);
  }
});

Deno.test("of the items that a list has lost the first hundred are told", async () => {
  const events: api.UnreadFieldEvent[] = [];
  const script = new Script(json({ items: Array(150).fill(0) }));
  const hooks = {
    onUnreadField: (event: api.UnreadFieldEvent) => events.push(event),
  };
  const list = client(script, { hooks }).endpoints.list("acme");
  assertEquals(await list.toArray(), []);
  assertEquals(events.length, 100);
  assertEquals(events.at(-1)?.lost, "items.99");
});
