import { assertEquals } from "@std/assert";
import { matchesGlob } from "../../../client/sandbox/core/glob.ts";
import { property } from "../../support/property.ts";
import { stillSandbox } from "./fixtures.ts";

/** The same glob as a regular expression. */
function asRegExp(tokens: readonly string[]): RegExp {
  const sources: Readonly<Record<string, string>> = {
    "**/": "(?:.*/)?",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
    "[!a]": "[^a]",
    ".": "\\.",
  };
  const source = tokens.map((token) => sources[token] ?? token).join("");
  return new RegExp(`^(?:${source})$`, "s");
}

property("a glob matches as its regular expression does", 5000, (random) => {
  const pick = (of: readonly string[], most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(of));
  const tokens = pick(
    ["a", "b", "/", ".", "*", "?", "**/", "[ab]", "[!a]", "[a-b]"],
    7,
  );
  const glob = tokens.join("");
  // Two stars side by side are one token.
  if (/\*{2}(?!\/)|\*{3}/.test(glob)) return;
  const path = pick([..."ab/."], 8).join("");
  assertEquals(
    matchesGlob(glob, path),
    asRegExp(tokens).test(path),
    `${glob} on ${path}`,
  );
});

Deno.test("no glob takes longer than its length times that of the path", () => {
  const path = "a".repeat(5000);
  assertEquals(matchesGlob(`${"*a".repeat(12)}*b`, path), false);
  assertEquals(matchesGlob(`${"**/".repeat(20)}b`, `${path}/`), false);
});

Deno.test("a fault hits a part of the path and query, or a whole path that its glob matches", async () => {
  const cases: readonly (readonly [boolean, string, string])[] = [
    [true, "/v2/endpoint", "/v2/endpoint/acme?limit=1"],
    [true, "acme?limit", "/v2/endpoint/acme?limit=1"],
    [true, "**/acme", "/v2/endpoint/acme?limit=1"],
    [true, "/v2/*/acme", "/v2/endpoint/acme"],
    [false, "/v2/*", "/v2/endpoint/acme"],
    [false, "**/endpoint", "/v2/endpoint/acme"],
    [false, "**/ndpoint", "/v2/endpoint"],
  ];
  for (const [isHit, path, url] of cases) {
    const sandbox = stillSandbox();
    sandbox.addFault({ match: { path }, action: { close: "before" } });
    const request = new Request(`https://huggingface.co${url}`);
    const wasHit = await sandbox.fetch(request).then(() => false, () => true);
    assertEquals(wasHit, isHit, `${path} on ${url}`);
  }
});
