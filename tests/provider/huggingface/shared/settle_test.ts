import { assertEquals } from "@std/assert";
import { unknown } from "../../../../provider/framework/mod.ts";
import { settle } from "../../../../provider/huggingface/shared/settle.ts";

Deno.test("what is unknown is taken from the answer", () => {
  const actual = { a: 1, b: { c: "x", d: null }, e: ["y"] };
  const plan = { a: unknown, b: { c: unknown, d: null }, e: unknown };
  assertEquals(settle(plan, actual), { state: actual, differences: [] });
});

Deno.test("what is known stays, and a difference is told", () => {
  const { state, differences } = settle(
    { a: 1, b: { c: "x", d: ["y"] }, same: [{ k: 1 }] },
    { a: 2, b: { c: "x", d: ["z"] }, same: [{ k: 1 }] },
  );
  assertEquals(state, { a: 1, b: { c: "x", d: ["y"] }, same: [{ k: 1 }] });
  assertEquals(differences, [
    { path: "a", planned: 1, actual: 2 },
    { path: "b.d", planned: ["y"], actual: ["z"] },
  ]);
});

Deno.test("an element that nobody planned is a difference, and stays out", () => {
  const { state, differences } = settle<{ env: Record<string, string> }>(
    { env: { A: "1" } },
    { env: { A: "1", B: "2" } },
  );
  assertEquals(state, { env: { A: "1" } });
  assertEquals(differences.map(({ path }) => path), ["env.B"]);
});

Deno.test("an object where nothing was answered has no unknown parts", () => {
  const { state, differences } = settle<{ image: unknown }>(
    { image: { tei: { url: "u", port: unknown } } },
    { image: null },
  );
  assertEquals(state, { image: { tei: { url: "u", port: null } } });
  assertEquals(differences.length, 1);
});
