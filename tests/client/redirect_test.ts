import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import { RedirectError } from "../../client/core/api_errors.ts";
import type { RedirectEvent } from "../../client/core/options.ts";
import type { Method } from "../../client/core/request.ts";
import { json, rejection, requestOptions, Script } from "./script.ts";

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

Deno.test("another port is another origin", async () => {
  const script = new Script(
    redirectTo("https://huggingface.co:8443/x", 302),
    json({}),
  );
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RedirectError);
});

const REFUSED: readonly [Method, Response, string][] = [
  [
    "POST",
    redirectTo("https://evil.example/x"),
    "another origin, https://evil.example",
  ],
  ["PUT", redirectTo("https://evil.example/x?s=1", 308), "another origin"],
  ["DELETE", redirectTo("/x", 302), "drops the method"],
  ["GET", redirectTo("http://evil.example/x"), "another origin"],
  ["GET", new Response(null, { status: 307 }), "does not say where"],
];

for (const [method, response, why] of REFUSED) {
  Deno.test(`${method} is not sent on when ${why}`, async () => {
    const script = new Script(response);
    const request = requestOptions({ method });
    const error = await rejection(script.transport().request(request));
    assertInstanceOf(error, RedirectError);
    assertStringIncludes(error.message, why);
    assertEquals(script.seen.length, 1);
  });
}

Deno.test("redirects in a circle end after five", async () => {
  const round = () => redirectTo("/api/thing");
  const script = new Script(round, round, round, round, round, round);
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RedirectError);
  assertStringIncludes(error.message, "too many redirects");
  assertEquals(script.seen.length, 6);
});

Deno.test("an error behind a redirect names the place it came from", async () => {
  const script = new Script(
    redirectTo("https://cdn.example/f?sig=1", 302),
    json({}, 403),
  );
  const error = await rejection(
    script.transport().bytes(requestOptions({ isDownload: true })),
  );
  assertStringIncludes(error.message, "GET https://cdn.example/f)");
});

/**
 * Makes the response that a browser gives for a redirect it must not follow.
 */
function opaque(): Response {
  return Object.defineProperty(new Response(null), "type", {
    value: "opaqueredirect",
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

Deno.test("in a browser an answer from another origin is refused", async () => {
  const script = new Script(opaque(), responseFrom("https://evil.example/x"));
  const error = await rejection(script.transport().request(requestOptions()));
  assertInstanceOf(error, RedirectError);
});

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
