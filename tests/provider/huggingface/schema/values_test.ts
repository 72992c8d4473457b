import { Diagnostics, Path } from "@hf-terraform/framework";
import { assertEquals } from "@std/assert";
import { unknown } from "../../../../provider/framework/mod.ts";
import { milliseconds } from "../../../../provider/huggingface/define/inputs.ts";
import {
  canonicalJson,
  parseRecord,
} from "../../../../provider/huggingface/schema/json.ts";
import { same } from "../../../../provider/huggingface/schema/same.ts";
import { cron } from "../../../../provider/huggingface/schema/validators.ts";

Deno.test("values are the same by content, and unknown ones never", () => {
  const alike: [unknown, unknown][] = [
    [null, null],
    ["a", "a"],
    [1, 1],
    [[1, [2]], [1, [2]]],
    [{ a: 1, b: null }, { b: null, a: 1 }],
  ];
  for (const [a, b] of alike) assertEquals(same(a, b), true);
  const unlike: [unknown, unknown][] = [
    [null, undefined],
    [null, {}],
    [unknown, unknown],
    [{ a: unknown }, { a: unknown }],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: 1 }],
    [[], {}],
    ["1", 1],
  ];
  for (const [a, b] of unlike) assertEquals(same(a, b), false);
});

Deno.test("JSON is compared by meaning", () => {
  assertEquals(
    canonicalJson({ b: 1, a: { d: 1, c: 2 } }),
    '{"a":{"c":2,"d":1},"b":1}',
  );
  assertEquals(parseRecord('{"a":1}'), { a: 1 });
  for (const text of ["[]", "null", "1", "", "{"]) {
    assertEquals(parseRecord(text), undefined, text);
  }
});

Deno.test("durations add up", () => {
  const table: Record<string, number> = {
    "30s": 30_000,
    "1h30m": 5_400_000,
    "1.5s": 1500,
    "250ms": 250,
    "2m3s4ms": 123_004,
    "1ns": 1,
    "0": 1,
  };
  for (const [text, expected] of Object.entries(table)) {
    assertEquals(milliseconds(text), expected, text);
  }
});

Deno.test("schedules of all forms are taken", () => {
  const schedules = ["@daily", "0 3 * * 1", "0 0 15,31 2 *", "*/15 1-5 * * *"];
  for (const schedule of schedules) {
    const diagnostics = new Diagnostics();
    cron.validate(schedule, {
      path: Path.root.attribute("schedule"),
      type: "string",
      sensitive: false,
      holder: {},
      config: {},
      diagnostics,
    });
    assertEquals(diagnostics.items, [], schedule);
  }
});
