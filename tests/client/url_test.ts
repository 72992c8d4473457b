import type { Method } from "../../client/core/request.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  ConfigurationError,
  InvalidArgumentError,
} from "../../client/core/errors.ts";
import {
  buildUrl,
  displayUrl,
  isSecure,
  parseBaseUrl,
  path,
  redirectStep,
  segments,
} from "../../client/core/url.ts";

Deno.test("every value becomes exactly one path segment", () => {
  assertEquals(path`/v2/${"a/b"}/${"ü?#"}`, "/v2/a%2Fb/%C3%BC%3F%23");
});

Deno.test("marked values keep their slashes", () => {
  assertEquals(path`/x/${segments("acme/a b")}/y`, "/x/acme/a%20b/y");
});

for (const value of ["", ".", ".."]) {
  Deno.test(`${JSON.stringify(value)} is refused as a path segment`, () => {
    for (const wrong of [value, segments(`a/${value}`)]) {
      assertThrows(
        () => path`/x/${wrong}/y`,
        InvalidArgumentError,
        `Cannot use ${JSON.stringify(value)} as a name in a request path`,
      );
    }
  });
}

Deno.test("query parameters are encoded, undefined ones left out", () => {
  const url = buildUrl("https://h", "/p", {
    a: "1&2",
    b: undefined,
    c: false,
    d: 0,
    e: ["x", "y"],
  });
  assertEquals(url.href, "https://h/p?a=1%262&c=false&d=0&e=x&e=y");
});

Deno.test("a base URL keeps its path and loses its last slash", () => {
  assertEquals(parseBaseUrl("x", "https://h:8/a/"), "https://h:8/a");
  assertEquals(parseBaseUrl("x", "https://h/"), "https://h");
});

const BAD_BASES: readonly [string, string][] = [
  ["h.example", "not a URL"],
  ["ftp://h", "ftp:"],
  ["https://user:topsecret@h", "user name or password"],
  ["https://h?a=1", "no query"],
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
  ["GET", "a password", 302, "https://a:b@h/f", "user name or password"],
  ["GET", "plain http", 302, "http://cdn.example/f", "another origin"],
  ["GET", "the same host on http", 307, "http://h/n", "another origin"],
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
