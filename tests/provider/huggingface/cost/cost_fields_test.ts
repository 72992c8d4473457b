import { assert } from "@std/assert";
import { sumOf } from "../../../../provider/huggingface/cost/cost_fields.ts";

Deno.test("the table of costs grows with its rows, whatever the length of one name", () => {
  const line = {
    product: "job",
    hardware: "t4-small",
    now: 1,
    least: 1,
    most: 1,
  } as const;
  const names = ["a".repeat(100_000), ...Array(1000).fill("b")];
  const { table } = sumOf(names.map((name) => ({ ...line, name })), ["now"]);
  assert(table.length < 400_000, `${table.length}`);
});
