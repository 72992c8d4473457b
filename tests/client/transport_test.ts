import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import {
  mayHaveTakenEffect,
  RateLimitError,
  ServerError,
} from "../../client/core/api_errors.ts";
import {
  AbortedError,
  ConnectionError,
  ResponseFormatError,
  TimeoutError,
} from "../../client/core/errors.ts";
import { Transport } from "../../client/core/transport.ts";
import {
  json,
  rateLimit,
  rejection,
  requestOptions,
  Script,
} from "./script.ts";

const CREATE = requestOptions({ method: "POST", body: { name: "x" } });
const RESET = new TypeError("connection reset");

Deno.test("a request carries token, user agent, type and body", async () => {
  const script = new Script(json({ ok: true }));
  const transport = script.transport({ userAgent: "tool/1" });
  const answer = await transport.request(
    requestOptions({ method: "PUT", query: { a: "b c" }, body: { x: [1] } }),
  );
  assertEquals(answer, { ok: true });
  const [seen] = script.seen;
  assertEquals(seen?.url, "https://huggingface.co/api/thing?a=b+c");
  assertEquals(seen?.authorization, "Bearer hf_secretsecret");
  assertEquals(seen?.body, '{"x":[1]}');
  assertEquals(seen?.headers.get("content-type"), "application/json");
  assertEquals(seen?.redirect, "manual");
  const agent = seen?.headers.get("user-agent") ?? "";
  assert(/^hf-terraform-client\/\S+ \(Deno\/\S+\) tool\/1$/.test(agent), agent);
});

Deno.test("a fetch that throws at once fails as one that rejects, without the token", async () => {
  const token = "hf_secretsecret";
  const transport = new Transport({
    token,
    maxRetries: 0,
    fetch({ headers }) {
      throw new TypeError(`connection reset: ${headers.get("authorization")}`);
    },
  });
  const error = await rejection(transport.request(CREATE));
  assertInstanceOf(error, ConnectionError);
  assert(!error.message.includes(token), error.message);
});

Deno.test("the catalogue follows the endpoints to another host", async () => {
  const script = new Script(json({}));
  const transport = script.transport({
    inferenceEndpointsUrl: "http://127.0.0.1:9/base/",
  });
  await transport.request(requestOptions({ service: "catalog" }));
  assertEquals(script.seen[0]?.url, "http://127.0.0.1:9/base/api/thing");
});

for (const failure of [RESET, json({}, 500), json({}, 503), json({}, 429)]) {
  const name = failure instanceof Error ? "a reset" : failure.status;
  Deno.test(`a create is not repeated after ${name}`, async () => {
    const script = new Script(failure);
    await rejection(script.transport().request(CREATE));
    assertEquals(script.seen.length, 1);
  });
}

Deno.test("a create is repeated, with its body, where surely nothing happened", async () => {
  const script = new Script(
    json({}, 429, rateLimit(0, 3)),
    json({ error: "Another conflicting operation is in progress" }, 409),
    json({ done: true }),
  );
  assertEquals(await script.transport().request(CREATE), { done: true });
  assertEquals(
    script.seen.map((seen) => seen.body),
    Array(3).fill('{"name":"x"}'),
  );
  assertEquals(script.sleeps, [4000, 1000]);
});

Deno.test("a write is not repeated after a lost answer where the call or the client says so", async () => {
  const call = { mayRepeat: false } as const;
  for (const [ofClient, ofCall] of [[{}, call], [call, {}]] as const) {
    const busy = json({}, 429, rateLimit(0, 3));
    const script = new Script(busy, RESET, json({}));
    const request = requestOptions({ method: "DELETE", call: ofCall });
    await rejection(script.transport(ofClient).request(request));
    assertEquals([script.seen.length, script.sleeps], [2, [4000]]);
  }
});

Deno.test("a client that repeats no write repeats what reads", async () => {
  for (const reads of [{}, { method: "POST", isRead: true }] as const) {
    const script = new Script(RESET, json({}));
    await script.transport({ mayRepeat: false }).request(requestOptions(reads));
    assertEquals(script.seen.length, 2);
  }
});

Deno.test("a call is asked right before it is repeated, for whatever reason", async () => {
  const answers = [true, true, false];
  const call = { mayRepeat: () => Promise.resolve(answers.shift() ?? true) };
  const busy = json({}, 429, rateLimit(0, 3));
  const script = new Script(busy, RESET, RESET, json({}));
  const request = requestOptions({ method: "DELETE", call });
  await rejection(script.transport().request(request));
  assertEquals([script.seen.length, answers.length], [3, 0]);
});

Deno.test("an error of the look before a repeat ends the call", async () => {
  const script = new Script(json({}, 503), json({}));
  const seen: Error[] = [];
  const mayRepeat = (lost: Error) => {
    seen.push(lost);
    return Promise.reject(new Error("somebody changed it"));
  };
  const request = requestOptions({ method: "PATCH", call: { mayRepeat } });
  const error = await rejection(script.transport().request(request));
  assertEquals(`${error}`, "Error: somebody changed it");
  assertInstanceOf(seen[0], ServerError);
  assertEquals(script.seen.length, 1);
});

Deno.test("a PATCH is not repeated", async () => {
  const script = new Script(json({}, 502));
  await rejection(
    script.transport().request(requestOptions({ method: "PATCH" })),
  );
  assertEquals(script.seen.length, 1);
});

Deno.test("the last error is the one that is thrown", async () => {
  const script = new Script(RESET, json({}, 500), json({ error: "end" }, 502));
  const error = await rejection(
    script.transport({ maxRetries: 2 }).request(requestOptions()),
  );
  assertInstanceOf(error, ServerError);
  assertEquals(error.status, 502);
});

Deno.test("a wait beyond the budget fails at once and says until when", async () => {
  const script = new Script(json({}, 429, { "retry-after": "3600" }));
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RateLimitError);
  assertStringIncludes(error.message, "try again in 3600 s, at 2026-11-21T01:");
  assertEquals(script.sleeps, []);
});

Deno.test("the budget counts all waits of a call together", async () => {
  const busy = () => json({}, 503, { "retry-after": "4" });
  const script = new Script(busy, busy, busy, json({}));
  const transport = script.transport({ retryBudgetMs: 8_000 });
  await rejection(transport.request(requestOptions()));
  assertEquals(script.sleeps, [4000, 4000]);
});

Deno.test("the quota of an action is not waited for", async () => {
  const script = new Script(json({}, 429, rateLimit(400, 20)));
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RateLimitError);
  assertEquals([error.quota, script.sleeps.length], ["action", 0]);
});

Deno.test("requests slow down before the window is empty, and say so", async () => {
  const waits: number[] = [];
  const script = new Script(
    json({}, 200, rateLimit(2, 100)),
    json({}),
    json({}),
    json({}),
  );
  const transport = script.transport({
    hooks: { onWait: (event) => waits.push(Math.round(event.delayMs)) },
  });
  for (let count = 0; count < 4; count++) {
    await transport.request(requestOptions());
  }
  // 2 left over 100 s: at 0 s, at 50 s; then 51 s until the next window.
  assertEquals(waits, [50_000, 51_000]);
  assertEquals(script.seen.length, 4);
});

Deno.test("a pace beyond the budget leaves the refusal to the service", async () => {
  const script = new Script(
    json({}, 200, rateLimit(0, 900)),
    json({}, 429, rateLimit(0, 900)),
  );
  const transport = script.transport();
  await transport.request(requestOptions());
  assertInstanceOf(
    await rejection(transport.request(requestOptions())),
    RateLimitError,
  );
  assertEquals(script.sleeps, []);
});

Deno.test("an attempt ends at its time limit, and the next one may answer", async () => {
  const script = new Script("hang", json({ late: false }));
  // Long enough for the answer that comes, also on a busy machine.
  const transport = script.transport({ timeoutMs: 1000 });
  assertEquals(await transport.request(requestOptions()), { late: false });
});

Deno.test("a time-out says how long it waited", async () => {
  const script = new Script("hang");
  const error = await rejection(
    script.transport().request(
      requestOptions({ call: { timeoutMs: 5, maxRetries: 0 } }),
    ),
  );
  assertInstanceOf(error, TimeoutError);
  assertEquals(
    error.message,
    "Cannot read the thing: no answer within 0.005 s (GET https://huggingface.co/api/thing)",
  );
});

Deno.test("a body that hangs runs into the time limit too", async () => {
  const script = new Script(new Response(new ReadableStream({})));
  const call = { timeoutMs: 5, maxRetries: 0 };
  const error = await rejection(
    script.transport().request(requestOptions({ call })),
  );
  assertInstanceOf(error, TimeoutError);
});

Deno.test("an aborted signal sends nothing", async () => {
  const script = new Script();
  const signal = AbortSignal.abort(new Error("enough"));
  const error = await rejection(
    script.transport().request(requestOptions({ call: { signal } })),
  );
  assertInstanceOf(error, AbortedError);
  assertInstanceOf(error.cause, Error);
  assertEquals(error.cause.message, "enough");
  assertEquals(script.seen.length, 0);
});

Deno.test("with a grace, a write under way is answered, and a read is not", async () => {
  const outcomeOf = async (method: "GET" | "PUT") => {
    const controller = new AbortController();
    const script = new Script(async () => {
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve));
      return json({ ok: true });
    });
    const call = { signal: controller.signal };
    const transport = script.transport({ writeGraceMs: 60_000 });
    return await transport.request(requestOptions({ method, call }))
      .catch((error: unknown) => error);
  };
  assertEquals(await outcomeOf("PUT"), { ok: true });
  assertInstanceOf(await outcomeOf("GET"), AbortedError);
});

Deno.test("aborting ends the wait before a retry", async () => {
  const controller = new AbortController();
  const script = new Script(json({}, 503, { "retry-after": "50" }));
  const { sleep: _, ...options } = script.options({
    hooks: { onRetry: () => queueMicrotask(() => controller.abort()) },
  });

  const error = await rejection(
    new Transport(options).request(
      requestOptions({ call: { signal: controller.signal } }),
    ),
  );
  assertInstanceOf(error, AbortedError);
});

Deno.test("an answer that is no JSON is told as such", async () => {
  const page = new Response("<html>", {
    headers: { "content-type": "text/html" },
  });
  const error = await rejection(
    new Script(page).transport().request(requestOptions()),
  );
  assertInstanceOf(error, ResponseFormatError);
  assertStringIncludes(error.message, "not JSON but text/html");
  // The runtime quotes the begin of the text, which may be that of a secret.
  assertEquals(error.cause, undefined);
});

Deno.test("a web page does not say that a change was made", async () => {
  const page = new Response("<html>Please log in</html>");
  const error = await rejection(
    new Script(page).transport().send(requestOptions({ method: "DELETE" })),
  );
  assertInstanceOf(error, ResponseFormatError);
  assertStringIncludes(error.message, "the answer is a web page");
});

/** Causes of runtimes, and whether the request may have taken effect. */
const failures: readonly (readonly [string, boolean])[] = [
  ["ECONNREFUSED 127.0.0.1:9", false],
  ["getaddrinfo ENOTFOUND hub.example", false],
  ["client error (Connect): tcp connect error: Connection refused", false],
  ["error sending request: dns error: failed to lookup address", false],
  ["other side closed", true],
  ["connection reset (https://hub.example/api/models/acme/enotfound)", true],
  ["connection reset (https://hub.example/api/models/acme/a-ENOTFOUND)", true],
];

Deno.test("a failed connection tells why and whether anything was sent", async () => {
  for (const [why, wasSent] of failures) {
    const failed = new TypeError("fetch failed", { cause: new Error(why) });
    const error = await rejection(
      new Script(failed).transport({ maxRetries: 0 }).request(
        requestOptions({ path: "/api/models/acme/enotfound" }),
      ),
    );
    assertInstanceOf(error, ConnectionError);
    assertEquals(error.cause, failed);
    assertStringIncludes(error.message, `fetch failed: ${why}`);
    assertEquals(mayHaveTakenEffect(error), wasSent, why);
  }
});

Deno.test("hooks see every attempt, answer, retry and warning", async () => {
  const log: string[] = [];
  const script = new Script(
    json({}, 503, { "x-request-id": "r1" }),
    json({}, 200, { "x-hf-warning": "plan; ends soon" }),
  );
  await script.transport({
    hooks: {
      onRequest: (e) => log.push(`> ${e.method} ${e.url} ${e.attempt}`),
      onResponse: (e) => log.push(`< ${e.status} ${e.requestId}`),
      onRetry: (e) => log.push(`retry ${e.delayMs} ${e.error.name}`),
      onWarning: (e) => log.push(`! ${e.message}`),
    },
  }).request(requestOptions());
  assertEquals(log, [
    "> GET https://huggingface.co/api/thing 1",
    "< 503 r1",
    "retry 500 ServerError",
    "> GET https://huggingface.co/api/thing 2",
    "< 200 undefined",
    "! plan; ends soon",
  ]);
});

Deno.test("no runtime sends a write a second time where a kept connection breaks", async () => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    let asked = "";
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      asked += piece;
      const [head = "", body] = asked.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      asked = "";
      if (!head.startsWith("GET")) {
        seen.push(head.split(" ", 1)[0] ?? "");
        socket.resetAndDestroy();
        return;
      }
      const told = '{"name":"ada","type":"user","orgs":[]}';
      socket.write(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
          `content-length: ${told.length}\r\n\r\n${told}`,
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const writes: ((client: HuggingFace) => PromiseLike<unknown>)[] = [
    ({ jobs }) => jobs.scheduled.run("acme/j"),
    ({ repos }) => repos.create({ type: "model", id: "acme/m" }),
    ({ files }) =>
      files.commit({ type: "model", id: "acme/m" }, {
        summary: "a",
        operations: [{ path: "a", content: "a" }],
      }),
  ];
  try {
    for (const write of writes) {
      seen.length = 0;
      const client = new HuggingFace({
        token: "hf_test_token",
        endpoint: `http://127.0.0.1:${port}`,
        maxRetries: 0,
      });
      await client.users.whoami();
      await assertRejects(async () => await write(client), ConnectionError);
      assertEquals(seen, ["POST"]);
    }
  } finally {
    server.close();
  }
});
