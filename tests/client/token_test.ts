import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  AbortedError,
  ConfigurationError,
  InvalidArgumentError,
} from "../../client/core/errors.ts";
import { Mask } from "../../client/core/auth.ts";
import { forms } from "../support/secret_forms.ts";
import { HuggingFace } from "../../client/client.ts";
import type { ClientOptions, TokenSource } from "../../client/core/options.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import {
  endpointFields,
  json,
  rejection,
  requestOptions,
  Script,
} from "./script.ts";

const TOKEN = "hf_secretsecret";

async function sendWith(
  token: TokenSource | undefined,
): Promise<string | null> {
  const script = new Script(json({}));
  await script.transport({ token }).request(requestOptions());
  return script.seen[0]?.authorization ?? null;
}

const SOURCES: readonly [string, TokenSource | undefined, string | null][] = [
  ["a text", "hf_abc", "Bearer hf_abc"],
  ["a text with blanks and line end", " hf_abc\r\n", "Bearer hf_abc"],
  ["a function", () => "hf_fn", "Bearer hf_fn"],
  ["an async function", () => Promise.resolve("hf_async"), "Bearer hf_async"],
  ["nothing", undefined, null],
  ["an empty text", "  ", null],
  ["a function without result", () => undefined, null],
];

for (const [name, source, expected] of SOURCES) {
  Deno.test(`a token from ${name} is sent as ${expected}`, async () => {
    assertEquals(await sendWith(source), expected);
  });
}

for (const length of [8, 1024, 1025, 8000, 360_000]) {
  Deno.test(`a token of ${length} characters is refused, or masked: it is shown nowhere`, async () => {
    const token = "hf_7s.k-".repeat(length).slice(0, length);
    const script = new Script(json({ error: `who is ${token}?` }, 401));
    const transport = script.transport({ token });
    const { message } = await rejection(transport.request(requestOptions()));
    const said = length > 1024
      ? "the token: it is too long"
      : "who is [token]?";
    assertStringIncludes(message, said);
    assert(message.length < 200);
  });
}

Deno.test("a token function is asked for every attempt", async () => {
  let count = 0;
  const script = new Script(json({}, 503), json({}));
  const transport = script.transport({ token: () => `hf_${++count}` });
  await transport.request(requestOptions());
  assertEquals(
    script.seen.map((seen) => seen.authorization),
    ["Bearer hf_1", "Bearer hf_2"],
  );
});

Deno.test("a token with characters that no header holds is not shown", async () => {
  const error = await rejection(
    new Script().transport({ token: "hf_gehüim" }).request(requestOptions()),
  );
  assertInstanceOf(error, ConfigurationError);
  assert(!error.message.includes("hf_geh"));
});

Deno.test("a token function that fails is told with its reason", async () => {
  const script = new Script();
  const token = () => Promise.reject(new Error("vault is sealed"));
  const error = await rejection(
    script.transport({ token }).request(requestOptions()),
  );
  assertInstanceOf(error, ConfigurationError);
  assertStringIncludes(error.message, "vault is sealed");
});

Deno.test("aborting ends the wait for a token function", async () => {
  const script = new Script();
  const token = () => new Promise<string>(() => {});
  const call = { signal: AbortSignal.timeout(5) };
  const error = await rejection(
    script.transport({ token }).request(requestOptions({ call })),
  );
  assertInstanceOf(error, AbortedError);
});

Deno.test("the token does not go over plain http to another machine", async () => {
  const script = new Script(json({}));
  const transport = script.transport({ endpoint: "http://hub.example" });
  const error = await rejection(transport.request(requestOptions()));
  assertInstanceOf(error, ConfigurationError);
  assertStringIncludes(error.message, "plain http to hub.example");
  assertEquals(script.seen.length, 0);
});

Deno.test("no error of a call shows the token that the name of an object has", async () => {
  const token = "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";
  const id = `acme/${token}`;
  const errors: unknown[] = [];
  const note = (error: unknown) => {
    errors.push(error);
    return Promise.resolve(false);
  };
  await new HuggingFace({ token, endpoint: "http://example.com" }).repos
    .get({ type: "model", id }).catch(note);
  const headers = {
    "ratelimit": '"api";r=0;t=20',
    "ratelimit-policy": '"fixed window";"api";q=500;w=300',
  };
  const { repos } = new HuggingFace({
    token,
    sleep: () => Promise.resolve(),
    fetch: () => Promise.resolve(Response.json({}, { status: 404, headers })),
  });
  await repos.get({ type: "model", id }).catch(note);
  await repos.delete({ type: "model", id }, { mayRepeat: note }).catch(note);
  assertEquals(errors.length, 4);
  assertEquals(errors.filter((error) => String(error).includes(token)), []);
});

Deno.test("the head of a response has no name that is none, or holds the token", async () => {
  const token = "hf_lowercaseletters";
  const headers = new Headers({ [`x-${token}`]: "1", "x-plain": token });
  // A runtime of its own may let such a name pass.
  Object.defineProperty(headers, Symbol.iterator, {
    value: () => [["x bad %68%66", "1"], ...headers.entries()].values(),
  });
  const response = Response.json({ type: "user", name: "x" });
  Object.defineProperty(response, "headers", { value: headers });
  const { users } = new HuggingFace({
    token,
    fetch: () => Promise.resolve(response),
  });
  const told = await users.whoami().withResponse();
  assertEquals([...told.response.headers], [["x-plain", "[token]"]]);
});

Deno.test("without token plain http is no obstacle", async () => {
  const script = new Script(json({}));
  const options = { endpoint: "http://hub.example", token: undefined };
  await script.transport(options).request(requestOptions());
  assertEquals(script.seen.length, 1);
});

Deno.test("a request that wants no token gets none", async () => {
  const script = new Script(json({}));
  await script.transport().request(requestOptions({ usesToken: false }));
  assertEquals(script.seen[0]?.authorization, null);
});

/** Everything that can be seen of a value. */
function printAll(value: unknown): string {
  const inspected = Deno.inspect(value, { depth: 20, showHidden: true });
  const stack = value instanceof Error ? `${value.stack}` : "";
  return `${inspected}\n${JSON.stringify(value)}\n${stack}`;
}

Deno.test("the token is found whichever of its characters are escaped", () => {
  const token = "hf_a+b/c=d.e~f-secret";
  const mask = new Mask();
  mask.add(token);
  for (const [name, form] of Object.entries(forms)) {
    // Of lines, and of escapes of several kinds, nothing is said.
    if (/^base64 in lines| in HTML |^HTML in/.test(name)) continue;
    assertEquals(mask.text(`<${form(token)}>`), "<[token]>", name);
  }
});

Deno.test("the token is found as a host, which has small letters", () => {
  const mask = new Mask();
  mask.add("hf_aTokenOfLetters");
  const { host } = new URL("https://hf_aTokenOfLetters.example");
  assertEquals(mask.text(host), "[token].example");
});

Deno.test("a token that was not sent yet is known", async () => {
  const token = "hf_aTokenOfLetters";
  const fetch = () =>
    Promise.resolve(Response.json({ error: `no ${token}` }, { status: 403 }));
  const error = await rejection(
    new HuggingFace({ token, fetch }).endpoints.getCompute(),
  );
  assert(error.message.includes("no [token]"), error.message);
});

Deno.test("an error of a runtime shows no part of an answer", () => {
  const token = "hf_aTokenOfLetters";
  const mask = new Mask();
  mask.add(token);
  // As the parser of Node has it: from where it failed on.
  const data = token.slice(1);
  const cause = Object.assign(new Error("Parse Error"), { data, code: "H" });
  const error = mask.error(new TypeError("fetch failed", { cause }));
  assert(!Deno.inspect(error).includes(data), Deno.inspect(error));
  const known = Object.assign(new TypeError("fetch failed"), { code: "H" });
  assert(mask.error(known) === known);
});

Deno.test("the token is found in base64 wherever it begins", () => {
  const token = "hf_a+b/c=d.e~f-secret";
  const mask = new Mask();
  mask.add(token);
  for (const name of ["", "u", "us", "user"]) {
    const left = mask.text(btoa(`${name}${token}-`)).split("[token]");
    assertEquals(left.length, 2, name);
    assert(left.join("").length < 10, left.join(" "));
  }
});

Deno.test("a secret of the caller that holds the token is found whole", async () => {
  const secret = `https://bot:pass@example.com/?auth=${TOKEN}&pin=1`;
  const events: unknown[] = [];
  const client = new HuggingFace({
    token: TOKEN,
    mask: (text) => text.replaceAll(secret, "***"),
    fetch: () =>
      Promise.resolve(
        Response.json({ error: `no ${secret}`, detail: secret }, {
          status: 403,
          headers: { "x-hf-warning": `not ${secret}` },
        }),
      ),
    hooks: { onWarning: (event) => events.push(event) },
  });
  const error = await client.users.whoami().catch((error) => error);
  const shown = Deno.inspect([error, ...events]);
  assertEquals(events.length, 1);
  assert(shown.includes("***") && !shown.includes("pin=1"), shown);
});

Deno.test("a client knows the tokens of the one that it was made from", async () => {
  const fetch = () =>
    Promise.resolve(
      Response.json({ error: "hf_first_token ended" }, { status: 403 }),
    );
  const first = new HuggingFace({ token: "hf_first_token", fetch });
  await rejection(first.users.whoami());
  const other = new HuggingFace({ token: "hf_first_token", fetch });
  const made = [first, other]
    .map((one) => one.withOptions({ token: "hf_second_token" }));
  await rejection(other.users.whoami());
  for (const second of made) {
    const error = await rejection(second.users.whoami());
    assertStringIncludes(String(error), "[token] ended");
  }
});

Deno.test("clients made from one keep their own tokens out of their errors, however many ask at once", async () => {
  const asked = Promise.withResolvers<void>();
  let left = 20;
  const fetch = async (request: Request) => {
    if (--left === 0) asked.resolve();
    await asked.promise;
    const error = `bad ${request.headers.get("authorization")}`;
    return Response.json({ error }, { status: 400 });
  };
  const first = new HuggingFace({ token: "hf_token_of_all", fetch });
  const tokens = Array.from({ length: left }, (_, at) => `hf_token_of_${at}_`);
  const errors = await Promise.all(
    tokens.map((token) =>
      rejection(first.withOptions({ token }).users.whoami())
    ),
  );
  assertEquals(
    errors.filter(({ message }) => !message.includes("bad Bearer [token]")),
    [],
  );
});

Deno.test("a token too short to be one does not spoil messages", async () => {
  const script = new Script(json({ error: "a bad thing" }, 400));
  const transport = script.transport({ token: "a" });
  const error = await rejection(transport.request(requestOptions()));
  assertStringIncludes(error.message, "a bad thing");
});

Deno.test("the client does not show the token", () => {
  const client = new HuggingFace({ token: TOKEN });
  assert(!printAll(client).includes(TOKEN), printAll(client));
});

const ENVIRONMENTS: readonly [
  Record<string, string>,
  ClientOptions,
  (string | null)[],
][] = [
  [{}, {}, ["https://huggingface.co", null]],
  [{ HF_TOKEN: "hf_a" }, {}, ["https://huggingface.co", "Bearer hf_a"]],
  [
    { HF_TOKEN: "", HUGGING_FACE_HUB_TOKEN: "hf_b", HF_ENDPOINT: "" },
    {},
    ["https://huggingface.co", "Bearer hf_b"],
  ],
  [
    { HF_TOKEN: "hf_a", HF_ENDPOINT: "https://hub.example/" },
    { token: "hf_c" },
    ["https://hub.example", "Bearer hf_c"],
  ],
];

for (const [env, options, [origin, authorization]] of ENVIRONMENTS) {
  Deno.test(`from ${JSON.stringify(env)} and ${JSON.stringify(options)} it takes ${origin} and ${authorization}`, async () => {
    const script = new Script(json({ name: "x", type: "user" }));
    const { fetch } = script;
    await HuggingFace.fromEnv({ ...options, env, fetch }).users.whoami();
    const [seen] = script.seen;
    assertEquals(
      [new URL(seen?.url ?? "").origin, seen?.authorization],
      [origin, authorization],
    );
  });
}

Deno.test("HF_INFERENCE_ENDPOINTS_URL leads to that server, and the process's variables are read", async () => {
  const env = { HF_INFERENCE_ENDPOINTS_URL: "https://api.example" };
  const script = new Script(json({ items: [] }));
  const { fetch } = script;
  await HuggingFace.fromEnv({ env, fetch }).endpoints.list("acme");
  assertStringIncludes(script.seen[0]?.url ?? "", "https://api.example/v2/");
  const program = [
    `import { HuggingFace } from "${new URL(
      "../../mod.ts",
      import.meta.url,
    )}";`,
    'const fetch = (request) => { console.log(request.headers.get("authorization")); return Promise.resolve(Response.json({ type: "user", name: "x" })); };',
    "await HuggingFace.fromEnv({ fetch }).users.whoami();",
  ].join("\n");
  const { stdout, stderr } = await run(
    Deno.execPath(),
    ["eval", "--no-lock", program],
    { env: { HF_TOKEN: "hf_fromprocess" } },
  );
  assertEquals(stdout.trim(), "Bearer hf_fromprocess", stderr);
});

Deno.test("a request to a route without method has token, retries and errors", async () => {
  const script = new Script(
    json({}, 503),
    json({ made: true }, 200, { "x-request-id": "r1" }),
    new Response("OK"),
    new Response(null, { status: 204 }),
    json({ error: "no" }, 403),
  );
  const client = new HuggingFace(script.options({
    headers: { "x-team": "ml" },
  }));
  const { data, response } = await client.put<{ made: boolean }>("/api/new", {
    query: { dry: true },
    body: { a: 1 },
    headers: { "x-dry": "yes" },
  }).withResponse();
  assertEquals(data.made, true);
  assertEquals([response.status, response.requestId], [200, "r1"]);
  assertEquals(await client.delete("/api/new"), "OK");
  assertEquals(await client.delete("/api/new"), null);
  const error = await rejection(client.get("/api/new"));
  assertStringIncludes(error.message, "Cannot GET /api/new: 403");
  const [first] = script.seen;
  assertEquals(
    [first?.url, first?.body, first?.authorization],
    ["https://huggingface.co/api/new?dry=true", '{"a":1}', `Bearer ${TOKEN}`],
  );
  assertEquals(first?.headers.get("x-team"), "ml");
  assertEquals(first?.headers.get("x-dry"), "yes");
  assertInstanceOf(
    await rejection(client.get("@evil")),
    InvalidArgumentError,
  );
});

Deno.test("a source that fails shows no token that it told before", async () => {
  const script = new Script(json({}));
  let isFirst = true;
  const client = new HuggingFace(script.options({
    token: () => {
      if (isFirst) return TOKEN;
      throw new Error(`no ${TOKEN}`, { cause: new Error(btoa(TOKEN)) });
    },
  }));
  await client.get("/x");
  isFirst = false;
  const error = await rejection(client.get("/x"));
  assertInstanceOf(error, ConfigurationError);
  assertEquals(error.message, "Cannot get the token: no [token]");
  const shown = Deno.inspect(error);
  assert(!shown.includes(TOKEN) && !shown.includes(btoa(TOKEN)), shown);
});

Deno.test("the last eight tokens that were sent are known, in whatever order", () => {
  const mask = new Mask();
  const sent = Array.from("ABCDEFGHAIJ", (one) => `hf_${one.repeat(8)}`);
  for (const token of sent) mask.add(token);
  const known = sent.filter((token) => mask.text(token) === "[token]");
  assertEquals(new Set(known), new Set(sent.slice(3)));
});

Deno.test("headers of the token's kind are refused", () => {
  for (const name of ["Authorization", "cookie"]) {
    assertThrows(
      () => new HuggingFace({ headers: { [name]: TOKEN } }),
      ConfigurationError,
      "use token",
    );
  }
});

/** A client of a service that answers so many times, then no more. */
function answeredBy(body: unknown, times = Infinity): HuggingFace {
  let left = times;
  const fetch = () =>
    left-- > 0 ? Promise.resolve(json(body)) : new Promise<Response>(() => {});
  return new HuggingFace({
    token: TOKEN,
    fetch,
    sleep: () => Promise.resolve(),
  });
}

const waits: Readonly<
  Record<string, readonly [object, (client: HuggingFace) => Promise<unknown>]>
> = {
  "an endpoint": [
    endpointFields("x", TOKEN),
    ({ endpoints }) => endpoints.waitFor("acme/x", { timeoutMs: 100 }),
  ],
  "a Space": [
    { id: "acme/x", runtime: { stage: TOKEN }, stage: TOKEN },
    ({ spaces }) => spaces.waitFor("acme/x", { timeoutMs: 100 }),
  ],
  "a job": [
    { id: "x", status: { stage: TOKEN } },
    ({ jobs }) => jobs.waitFor("acme/x", { timeoutMs: 100 }),
  ],
};

for (const [name, [body, wait]] of Object.entries(waits)) {
  Deno.test(`a wait that is over does not show the token as a state: ${name}`, async () => {
    const error = await rejection(wait(answeredBy(body)));
    assertStringIncludes(error.message, "[token]");
    assert(!Deno.inspect(error).includes(TOKEN), Deno.inspect(error));
  });
}

Deno.test("the error of a caller who gives up does not show the token as a page", async () => {
  const client = answeredBy({ items: [], nextCursor: TOKEN }, 1);
  const signal = AbortSignal.timeout(20);
  const error = await rejection(
    client.endpoints.list("acme", {}, { signal }).toArray(),
  );
  assertInstanceOf(error, AbortedError);
  assertStringIncludes(error.url, "token");
  assert(!Deno.inspect(error).includes(TOKEN), Deno.inspect(error));
});
