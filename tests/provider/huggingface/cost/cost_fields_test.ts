import { assert, assertEquals } from "@std/assert";
import { maskSecret } from "../../../../provider/framework/secrets.ts";
import { sumOf } from "../../../../provider/huggingface/cost/cost_fields.ts";

Deno.test("the table of costs has a row for each line, however long a name or its lines are", () => {
  const line = {
    product: "job",
    hardware: "t4-small",
    now: 1,
    least: 1,
    most: 1,
  } as const;
  const names = ["a".repeat(100_000), "b\njob  c", ...Array(998).fill("b")];
  const { table } = sumOf(names.map((name) => ({ ...line, name })), ["now"]);
  assert(table.length < 400_000, `${table.length}`);
  assertEquals(table.split("\n").length, 1 + names.length + 1);
});

Deno.test("a name that the table cuts short shows no part of a token", () => {
  const token = "hf_0token1that2the3table4cuts5";
  maskSecret(token, { isToken: true });
  for (let at = 70; at < 100; at++) {
    const long = `${"x".repeat(at)} ${token}`;
    const prices = { now: 1, least: 1, most: 1 };
    const { table } = sumOf([
      { product: "job", name: long, hardware: "t4-small", ...prices },
      { product: "job", name: "x", hardware: long, ...prices },
    ], ["now"]);
    assert(!table.includes("hf_"), table);
  }
});
