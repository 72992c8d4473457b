import { assertEquals } from "@std/assert";
import { checkOutcome } from "../../../../provider/framework/check/compatibility.ts";
import { checkPlan } from "../../../support/check_plan.ts";
import type { ValidationError } from "../../../../provider/framework/check/validation_error.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { schemaFromJson } from "../../../support/schema_json.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import { property } from "../../../support/property.ts";
import { randomConfig, randomSchema } from "../../../support/random_schemas.ts";

const lines = Deno.readTextFileSync(
  new URL("./testdata/verdicts.tsv", import.meta.url),
).trimEnd().split("\n").slice(1);

Deno.test("the table of verdicts is complete", () => {
  assertEquals(lines.length, 460);
});

for (const [i, line] of lines.entries()) {
  const [kind = "", count = "", json = "", ...hex] = line.split("\t");
  const isFine = count === "0";

  Deno.test(`verdict ${i + 1}: ${kind} is ${isFine ? "fine" : "wrong"}`, () => {
    const schema = schemaFromJson(JSON.parse(json));
    const type = objectType(schema);
    const [first = null, second = null, third = null] = hex.map((bytes) =>
      decodeMsgpack(Uint8Array.fromHex(bytes), type)
    );
    const errors: readonly ValidationError[] = kind === "plan"
      ? checkPlan(schema, { prior: first, config: second, planned: third })
      : checkOutcome(schema, { planned: first, actual: second });
    const texts = errors.map(({ path, message }) => `${path}: ${message}`);
    assertEquals(texts.length === 0, isFine, texts.join("\n"));
  });
}

property("a plan promises itself", 500, (random, size) => {
  const schema = randomSchema(random, Math.min(size, 2));
  const type = objectType(schema);
  // Through the codec, sets are without duplicates.
  const planned = decodeMsgpack(
    encodeMsgpack(randomConfig(random, schema), type),
    type,
  );
  assertEquals(checkOutcome(schema, { planned, actual: planned }), []);
});
