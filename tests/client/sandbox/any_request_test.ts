import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Accounts } from "../../../client/sandbox/core/accounts.ts";
import { Clock } from "../../../client/sandbox/core/clock.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { buildServices } from "../../../client/sandbox/services.ts";
import { operations } from "../../support/hub_openapi.ts";
import { anyText } from "../../support/odd_texts.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../../support/sandbox_server.ts";

const segments = fc.oneof(
  fc.constantFrom(
    ..."api v2 v3 models datasets spaces repos create acme demo main tree"
      .split(" "),
    ..."resolve commit commits preupload revision refs branch tag settings"
      .split(" "),
    ..."collections webhooks jobs buckets endpoint _sandbox inference reset"
      .split(" "),
    ..."info lfs objects batch scim kernels discussions logs . .. ''"
      .split(" "),
  ),
  anyText.map(encodeURIComponent),
  fc.constantFrom("%", "%ff", "%00", "%2e%2e", "*", "[", "\\"),
);

const requests = fc.record({
  method: fc.constantFrom(
    ..."GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND"
      .split(" "),
  ),
  path: fc.array(segments, { maxLength: 7 }).map((all) => `/${all.join("/")}`),
  query: fc.constantFrom("", "?", "?limit=-1", "?expand=%", "?p=x&cursor=%%"),
  headers: fc.array(
    fc.constantFrom(
      "Authorization: Bearer hf_sandbox0write0token",
      "Authorization: Bearer \x7f",
      "Authorization: Basic Og==",
      "Content-Type: application/json",
      "Content-Type: application/x-ndjson",
      "Range: bytes=9-1",
      "Range: lines=1",
      "Accept: nothing",
      "If-None-Match: *",
      "Expect: everything",
      "bad header: x",
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    fc.constant(""),
    fc.json(),
    fc.string(),
    fc.array(fc.json(), { maxLength: 3 }).map((lines) => lines.join("\n")),
  ),
});

const encoder = new TextEncoder();

/** Sends bytes and reads the status of the answer; 0 if there is none. */
async function statusOf(port: number, head: string, body: string) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    await connection.write(encoder.encode(head + body));
    const buffer = new Uint8Array(4096);
    const length = await connection.read(buffer) ?? 0;
    const text = new TextDecoder().decode(buffer.subarray(0, length));
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(text) ?? [];
    return Number(status ?? 0);
  } finally {
    connection.close();
  }
}

async function withServer(
  work: (running: RunningSandbox, port: number) => Promise<void>,
): Promise<void> {
  await using running = await startSandbox({ createMs: 0 });
  await work(running, Number(new URL(running.url).port));
}

Deno.test("any request whatever is answered", () =>
  withServer(async (_running, port) => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { method, path, query, headers, body } = request;
        const length = encoder.encode(body).length;
        const head = [
          `${method} ${path}${query} HTTP/1.1`,
          "Host: sandbox",
          "Connection: close",
          `Content-Length: ${length}`,
          ...headers,
        ].join("\r\n");
        const status = await statusOf(port, `${head}\r\n\r\n`, body);
        assert(status >= 100 && status !== 500, `${status}`);
      }),
      { numRuns: 500 },
    );
  }));

/** All routes there are, and the ways to a deployed model. */
const routes = (() => {
  const { router, control } = buildServices(
    new Clock(Date.now),
    new Accounts([], {}),
    {},
  );
  const inference = ["GET", "POST"].flatMap((method) =>
    ["", "/generate", "/v1/chat/completions", "/v1/models", "/health"].map((
      path,
    ) => ({ method, path: `/_sandbox/inference/:endpoint${path}` }))
  );
  return [...router.routes, ...control.routes, ...inference];
})();

/** Names that the document has in bodies, so that some are understood. */
const fields = [
  ...new Set(
    JSON.stringify(Object.values(operations).map(({ request }) => request))
      .match(/"\w+"(?=:\{)/g)?.map((name) => name.slice(1, -1)),
  ),
];

const parameters = fc.constantFrom(
  ..."sandbox acme demo app main 1 model enable pending cpu-basic refs%2Fpr%2F1"
    .split(" "),
  ..."0123456789abcdef01234567 README.md %00 %E2%82%AC .. none".split(" "),
);

const calls = fc.record({
  route: fc.constantFrom(...routes),
  parameters: fc.array(parameters, { minLength: 8, maxLength: 8 }),
  query: fc.dictionary(
    fc.constantFrom(..."limit cursor expand p search sort stream".split(" ")),
    fc.oneof(fc.constantFrom("-1", "1", "true", "\0"), fc.string()),
  ),
  type: fc.constantFrom(
    "application/json",
    "application/x-ndjson",
    "application/x-www-form-urlencoded",
  ),
  body: fc.oneof(
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 6,
    }).map((value) => JSON.stringify(value)),
    fc.json(),
    fc.constantFrom("", "{", "inputs=a", '{"inputs":"a","stream":true}'),
  ),
});

/** A sandbox in which there is something of the names in `parameters`. */
async function makeFilledSandbox(): Promise<Sandbox> {
  const sandbox = new Sandbox({ startupMs: 0, createMs: 0, seedEndpoints: 1 });
  for (
    const [type, name] of [["model", "demo"], ["space", "app"]] as const
  ) {
    const sdk = type === "space" ? { sdk: "gradio" } : {};
    const answer = await sandbox.fetch(
      new Request("http://127.0.0.1/api/repos/create", {
        method: "POST",
        headers: {
          authorization: `Bearer ${sandbox.token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ type, name, organization: "acme", ...sdk }),
      }),
    );
    assertEquals(answer.status, 200);
  }
  return sandbox;
}

Deno.test("each route answers whatever it is sent", async () => {
  let sandbox = await makeFilledSandbox();
  await fc.assert(
    fc.asyncProperty(calls, async ({ route, query, type, body, ...more }) => {
      const values = [...more.parameters];
      const path = route.path.split("/").map((part) => {
        const [, choice] = /^:\w+\(([^)|]+)/.exec(part) ?? [];
        return choice !== undefined && /^[\w-]+$/.test(choice)
          ? part.replace(/^:\w+\([^)]*\)/, choice)
          : part.replace(/^[:*]\w+(\([^)]*\))?/, () => values.shift() ?? "x");
      }).join("/");
      const { method } = route;
      const url = new URL(path, "http://127.0.0.1");
      url.search = String(new URLSearchParams(query));
      const answer = await sandbox.fetch(
        new Request(url, {
          method,
          headers: {
            authorization: `Bearer ${sandbox.token}`,
            "content-type": type,
            "x-sandbox-key": sandbox.key,
          },
          body: method === "GET" ? null : body,
        }),
      );
      await answer.body?.cancel();
      assert(answer.status !== 500, `${method} ${url}: ${answer.status}`);
      if (url.pathname === "/_sandbox/faults") sandbox.clearFaults();
      if (method === "DELETE") sandbox = await makeFilledSandbox();
    }),
    { numRuns: 1500 },
  );
});

const readmes: Readonly<Record<string, number>> = {
  'title: "a \\e b"': 200,
  'tags: "a", "b"': 400,
  "a: [": 400,
  "a: *b": 400,
  "- a\n- b": 400,
  "&a [*a]": 400,
  "title: 2026-11-21": 200,
  "1: .inf": 200,
  "model-index: foo": 400,
};

Deno.test("no README stops the Hub from answering", async (t) => {
  for (const [yaml, status] of Object.entries(readmes)) {
    await t.step(yaml, () =>
      withServer(async ({ url, token }) => {
        const headers = {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        };
        const ask = async (path: string, init: RequestInit = {}) => {
          const answer = await fetch(url + path, { headers, ...init });
          await answer.body?.cancel();
          return answer.status;
        };
        const content = `---\n${yaml}\n---\n`;
        await ask("/api/repos/create", {
          method: "POST",
          body: JSON.stringify({
            name: "demo",
            files: [{ path: "README.md", content }],
          }),
        });
        const body = { content, repoType: "model" };
        const init = { method: "POST", body: JSON.stringify(body) };
        assertEquals(await ask("/api/validate-yaml", init), status);
        assertEquals(await ask("/api/models/sandbox/demo"), 200);
        assertEquals(await ask("/api/models"), 200);
      }));
  }
});

Deno.test("content that is not base64 is refused", () =>
  withServer(async ({ url, token }) => {
    const file = { path: "a", content: "%%%", encoding: "base64" };
    const answer = await fetch(`${url}/api/repos/create`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "demo", files: [file] }),
    });
    assertEquals(answer.status, 400);
    await answer.body?.cancel();
  }));
