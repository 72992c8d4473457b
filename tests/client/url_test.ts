import type { Method } from "../../client/core/request.ts";
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  ConfigurationError,
  InvalidArgumentError,
} from "../../client/core/errors.ts";
import {
  displayUrl,
  isSecure,
  parseBaseUrl,
  path,
  redirectStep,
  segments,
} from "../../client/core/url.ts";
import { RedirectError } from "../../client/core/api_errors.ts";
import type { RedirectEvent } from "../../client/core/options.ts";
import { json, rejection, requestOptions, Script } from "./script.ts";

for (const value of ["", ".", ".."]) {
  Deno.test(`${JSON.stringify(value)} is refused as a path segment`, () => {
    for (const wrong of [value, segments(`a/${value}`)]) {
      assertThrows(
        () => path`/x/${wrong}/y`,
        InvalidArgumentError,
        `Cannot use ${JSON.stringify(value)} as a name in a path`,
      );
    }
  });
}

const BAD_BASES: readonly [string, string][] = [
  ["h.example", "no URL"],
  ["ftp://h", "ftp:"],
  ["https://user:topsecret@h", "holds a password"],
  ["https://h?a=1", "query or fragment"],
  ["https://h/v2/endpoint", "/v2/endpoint"],
];

for (const [base, why] of BAD_BASES) {
  Deno.test(`the base URL ${base} is refused`, () => {
    const error = assertThrows(
      () => parseBaseUrl("endpoint", base),
      ConfigurationError,
      why,
    );
    assert(!error.message.includes("topsecret"));
  });
}

const SECURITY: readonly [string, boolean][] = [
  ["https://huggingface.co", true],
  ["http://huggingface.co", false],
  ["http://localhost:8080", true],
  ["http://hub.localhost", false],
  ["http://127.0.0.1:1", true],
  ["http://127.9.9.9", true],
  ["http://[::1]:3", true],
  ["http://127.0.0.1.evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://10.0.0.1", false],
];

for (const [url, expected] of SECURITY) {
  Deno.test(`a token may ${expected ? "" : "not "}travel to ${url}`, () => {
    assertEquals(isSecure(new URL(url)), expected);
  });
}

Deno.test("another origin's query is not shown", () => {
  const url = new URL("https://cdn.example/file?Signature=abc");
  assertEquals(displayUrl(url, "https://h"), "https://cdn.example/file");
  assertEquals(displayUrl(url, "https://cdn.example"), url.href);
});

const FROM = new URL("https://h/api/spaces/a/old?x=1");
const REDIRECTS: readonly [
  Method,
  string,
  number,
  string | undefined,
  string,
][] = [
  ["GET", "a rename", 307, "/api/spaces/a/new", "https://h/api/spaces/a/new"],
  ["PUT", "a rename", 308, "/api/spaces/a/new", "https://h/api/spaces/a/new"],
  ["POST", "a rename", 307, "new", "https://h/api/spaces/a/new"],
  ["GET", "an old status", 301, "/n", "https://h/n"],
  ["HEAD", "an old status", 303, "/n", "https://h/n"],
  ["POST", "an old status", 302, "/n", "drops the method"],
  ["DELETE", "an old status", 303, "/n", "drops the method"],
  [
    "GET",
    "storage",
    302,
    "https://cdn.example/f?s=1",
    "https://cdn.example/f?s=1",
  ],
  ["POST", "storage", 307, "https://cdn.example/f?s=1", "another origin"],
  ["GET", "elsewhere", 302, "https://cdn.example/f", "another origin"],
  ["GET", "a password", 302, "https://a:b@h/f", "holds a password"],
  ["GET", "plain http", 302, "http://cdn.example/f", "another origin"],
  ["GET", "the same host on http", 307, "http://h/n", "another origin"],
  ["GET", "another port", 302, "https://h:8443/x", "another origin"],
  ["GET", "no target", 307, undefined, "does not say where"],
  ["GET", "a broken target", 307, "https://", "does not say where"],
];

for (const [method, name, status, location, expected] of REDIRECTS) {
  Deno.test(`${method} to ${name} with ${status}: ${expected}`, () => {
    const step = redirectStep(
      FROM,
      { method, isDownload: name === "storage" },
      status,
      location,
      (text) => text,
    );
    const actual = typeof step === "string" ? step : step.href;
    assert(actual.includes(expected), actual);
    assertEquals(step instanceof URL, expected.startsWith("https://"));
  });
}

function redirectTo(location: string, status = 307): Response {
  return new Response(null, { status, headers: { location } });
}

Deno.test("a rename is followed with method, body and token, and reported", async () => {
  const events: RedirectEvent[] = [];
  const own: RedirectEvent[] = [];
  const script = new Script(redirectTo("/api/renamed"), json({ ok: 1 }));
  const transport = script.transport({
    hooks: { onRedirect: (event) => events.push(event) },
  });
  const call = { onRedirect: (event: RedirectEvent) => own.push(event) };
  const { response } = await transport.request(
    requestOptions({ method: "PUT", body: { a: 1 }, call }),
  ).withResponse();
  assertEquals(response.url, "https://huggingface.co/api/renamed");
  const [, second] = script.seen;
  assertEquals(
    [second?.method, second?.body, second?.authorization],
    ["PUT", '{"a":1}', "Bearer hf_secretsecret"],
  );
  assertEquals(events, [{
    method: "PUT",
    status: 307,
    from: "https://huggingface.co/api/thing",
    to: "https://huggingface.co/api/renamed",
  }]);
  assertEquals(own, events);
});

Deno.test("the token does not come back with a redirect to the first origin", async () => {
  const script = new Script(
    redirectTo("https://cdn.example/a", 302),
    redirectTo("https://cdn.example/b", 302),
    redirectTo("https://huggingface.co/api/b", 302),
    new Response("x"),
  );
  await script.transport().bytes(requestOptions({ isDownload: true }));
  assertEquals(
    script.seen.map((seen) => seen.authorization !== null),
    [true, false, false, false],
  );
});

Deno.test("what may not be followed is an error, and sent nowhere", async () => {
  const script = new Script(redirectTo("https://evil.example/x"));
  const request = requestOptions({ method: "POST" });
  const error = await rejection(script.transport().request(request));
  assertInstanceOf(error, RedirectError);
  assertStringIncludes(error.message, "another origin, https://evil.example");
  assertEquals(script.seen.length, 1);
});

Deno.test("redirects in a circle end after five", async () => {
  const round = () => redirectTo("/api/thing");
  const script = new Script(round, round, round, round, round, round);
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RedirectError);
  assertStringIncludes(error.message, "too many redirects");
  assertEquals(script.seen.length, 6);
});

Deno.test("an error behind a redirect names the place it came from, and not its signed link", async () => {
  const script = new Script(
    redirectTo("https://cdn.example/f?sig=1", 302),
    json({ error: "No /f?sig=1" }, 403, { "x-error-message": "No /f?sig=1" }),
  );
  const error = await rejection(
    script.transport().bytes(requestOptions({ isDownload: true })),
  );
  assertStringIncludes(error.message, "GET https://cdn.example/f)");
  assert(!Deno.inspect(error).includes("sig=1"), Deno.inspect(error));
});

/**
 * Makes the response that a browser gives for a redirect it must not follow.
 */
function opaque(): Response {
  return Object.defineProperties(new Response(null), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
  });
}

function responseFrom(url: string): Response {
  return Object.defineProperty(json({ ok: 1 }), "url", { value: url });
}

Deno.test("in a browser the redirect is left to the browser, and reported", async () => {
  const events: RedirectEvent[] = [];
  const there = "https://huggingface.co/api/renamed";
  const script = new Script(opaque(), responseFrom(there));
  const transport = script.transport({
    hooks: { onRedirect: (event) => events.push(event) },
  });
  assertEquals(await transport.request(requestOptions()), { ok: 1 });
  assertEquals(script.seen.map((seen) => seen.redirect), ["manual", "follow"]);
  assertEquals(events.map((event) => event.to), [there]);
});

for (
  const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const
) {
  const isRead = method === "GET" || method === "HEAD";
  const verb = isRead ? "takes no own header along" : "is not followed";
  Deno.test(`in a browser a redirect of ${method} ${verb}, and no answer from another origin`, async () => {
    for (const isDeclaredRead of [isRead, true]) {
      const script = new Script(
        opaque(),
        responseFrom("https://evil.example/"),
      );
      const error = await rejection(
        script.transport({ headers: { "x-own": "1" } }).request(requestOptions({
          method,
          isRead: isDeclaredRead,
          ...isRead ? {} : { body: { value: "secret" } },
          call: { headers: { "x-call": "2" } },
        })),
      );
      assertInstanceOf(error, RedirectError);
      const [first, ...blind] = script.seen;
      assertEquals(first?.headers.get("x-own"), "1");
      assertEquals(first?.headers.get("x-call"), "2");
      assertEquals(blind.length, isRead ? 1 : 0);
      for (const { headers } of blind) {
        assertEquals([headers.get("x-own"), headers.get("x-call")], [
          null,
          null,
        ]);
      }
    }
  });
}

Deno.test("what a redirect says leaves as other words of the service do", async () => {
  const locations: readonly (readonly [string, Method])[] = [
    ["https://pineapple.example/", "GET"],
    ["/api/pineapple", "GET"],
    ["/api/pineapple?a=pineapple", "GET"],
    ["/api/pineapple", "POST"],
    ["pineapple:x", "GET"],
  ];
  for (const [location, method] of locations) {
    const events: RedirectEvent[] = [];
    const script = new Script(redirectTo(location, 302), json({}, 403));
    const transport = script.transport({
      mask: (text) => text.replaceAll("pineapple", "***"),
      hooks: { onRedirect: (event) => events.push(event) },
    });
    const error = await rejection(
      transport.request(requestOptions({ method })),
    );
    const shown = `${error.message} ${JSON.stringify([error, events])}`;
    assertStringIncludes(error.message, "***");
    assertEquals(shown.includes("pineapple"), false, shown);
  }
});
