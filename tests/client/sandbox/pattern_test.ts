import { assertEquals, assertThrows } from "@std/assert";
import { pattern } from "../../../client/sandbox/core/pattern.ts";
import { isIgnored } from "../../../client/sandbox/hub/git_patterns.ts";
import { property } from "../../support/property.ts";
import type { Random } from "../../support/random_values.ts";
import { startSandbox } from "../../support/sandbox_server.ts";

const atoms = ["a", "b", "/", ".", "[ab]", "[^a]", "\\d", "\\/", "^", "$"];
const quantities = ["", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?"];

function randomPattern(random: Random, size: number): string {
  const part = (): string => {
    const isGroup = random.below(5) === 0;
    const atom = isGroup
      ? `${random.pick(["(", "(?:"])}${randomPattern(random, size - 1)})`
      : random.pick([...atoms, "\\b"]);
    const isPlace = ["^", "$", "\\b"].includes(atom);
    return atom + (isPlace ? "" : random.pick(quantities));
  };
  if (size < 1) return "a";
  const parts = Array.from({ length: 1 + random.below(4) }, part);
  return random.below(4) === 0
    ? `${parts.join("")}|${randomPattern(random, size - 1)}`
    : parts.join("");
}

property("a pattern matches as a RegExp does", 3000, (random, size) => {
  const source = randomPattern(random, Math.min(3, size));
  const length = random.below(7);
  const text = Array.from({ length }, () => random.pick([..."ab/1"])).join("");
  assertEquals(
    pattern(source)(text),
    new RegExp(source).test(text),
    `/${source}/ on ${text}`,
  );
});

Deno.test("a pattern is refused that takes turning back", () => {
  for (
    const source of ["(", "(?=a)", "(a)\\1", "(?<!a)", "((a{99}){99}){99}"]
  ) {
    assertThrows(() => pattern(source), SyntaxError);
  }
});

Deno.test("no pattern takes longer than its length times that of the text", () => {
  const text = "a".repeat(5000);
  assertEquals(pattern("^(a+)+$")(`${text}b`), false);
  assertEquals(pattern("(a|a)*(a|aa)*c$")(`${text}b`), false);
  const globs = `${"*a".repeat(12)}*b\n`;
  assertEquals(isIgnored(globs, text), false);
  assertEquals(isIgnored(`${globs}\n!*\n**/x/*.b[a-c]`, "p/q/x/y.bc"), true);
});

Deno.test("numbers of control routes lead nowhere that the clock cannot go", async (t) => {
  const running = await startSandbox();
  const { sandbox, url } = running;
  const bodies: readonly (readonly [string, unknown])[] = [
    ["clock", { advance_ms: 999999999999 * 60_000 }],
    ["clock", { advance_ms: -1e15 }],
    ["clock", { advance_ms: "1" }],
    ["faults", { action: { delay_ms: 2 ** 31 } }],
    ["faults", { action: { delay_ms: -1 } }],
    ["faults", { action: { stale_ms: 1e300 } }],
    ["faults", { action: { status: 200.5 } }],
    ["faults", { action: {}, times: 1e300 }],
    ["faults", { action: {}, skip: -1 }],
    ["faults", { action: {}, match: { path: 7 } }],
  ];
  try {
    for (const [path, body] of bodies) {
      await t.step(`${path} ${JSON.stringify(body)}`, async () => {
        const answer = await fetch(`${url}/_sandbox/${path}`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-sandbox-key": sandbox.key,
          },
          body: JSON.stringify(body),
        });
        assertEquals(answer.status, 400, await answer.text());
      });
    }
    const read = await fetch(`${url}/api/models?author=acme`);
    assertEquals(await read.json(), []);
  } finally {
    await running.stop();
  }
});

Deno.test("a card of 100,000 keys is read, and no key stands twice", async () => {
  const running = await startSandbox();
  const validate = async (yaml: string) => {
    const answer = await fetch(`${running.url}/api/validate-yaml`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ repoType: "model", content: `---\n${yaml}---\n` }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  try {
    // It took the square of the time: more than five minutes.
    const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}: ${at}\n`);
    assertEquals(await validate(keys.join("")), 200);
    assertEquals(await validate("a: 1\na: 2\n"), 400);
  } finally {
    await running.stop();
  }
});

Deno.test("a connection is never closed for being idle: a request may be under way", async () => {
  const running = await startSandbox();
  const answer = await fetch(`${running.url}/api/models`);
  await answer.body?.cancel();
  assertEquals(answer.headers.get("keep-alive"), null);
  await running.stop();
});
