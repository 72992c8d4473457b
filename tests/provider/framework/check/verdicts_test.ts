import { assert, assertEquals } from "@std/assert";
import { checkOutcome } from "../../../../provider/framework/check/compatibility.ts";
import { checkPlan } from "../../../support/check_plan.ts";
import type { ValidationError } from "../../../../provider/framework/check/validation_error.ts";
import {
  type NestedObject,
  objectType,
} from "../../../../provider/framework/schema/schema.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { schemaFromJson } from "../../../support/schema_json.ts";
import {
  toKnownNull,
  transform,
  unknownPaths,
  writeOnlyPaths,
} from "../../../support/walk.ts";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import { equalValues } from "../../../../provider/framework/values/equal.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import {
  type Type,
  typeJson,
} from "../../../../provider/framework/values/type.ts";
import {
  isUnknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  isWhollyKnown,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import {
  partType,
  valueAt,
} from "../../../../provider/framework/values/walk.ts";
import { property } from "../../../support/property.ts";
import {
  randomlyChanged,
  randomlyKnown,
  randomPlan,
} from "../../../support/random_changes.ts";
import {
  randomConfig,
  randomSchema,
  randomState,
} from "../../../support/random_schemas.ts";
import type { Random } from "../../../support/random_values.ts";

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

interface Case {
  readonly schema: NestedObject;
  readonly type: Type;
  readonly prior: Value;
  readonly config: Value;
}

function randomCase(random: Random, size: number): Case {
  const schema = randomSchema(random, { depth: Math.min(size, 2) });
  const type = objectType(schema);
  return {
    schema,
    type,
    prior: random.once(3) ? null : viaWire(randomState(random, schema), type),
    config: viaWire(randomConfig(random, schema), type),
  };
}

/** The value as it comes out of the codec: sets without duplicates. */
function viaWire(value: Value, type: Type): Value {
  return decodeMsgpack(encodeMsgpack(value, type), type);
}

function texts(errors: readonly ValidationError[]): readonly string[] {
  return errors.map(({ path, message }) => `${path}: ${message}`);
}

property(
  "random configurations and states are of their type",
  500,
  (random, size) => {
    const { type, prior, config } = randomCase(random, size);
    assertEquals(validateValue(config, type), undefined);
    assertEquals(validateValue(prior, type), undefined);
    assert(isWhollyKnown(prior));
  },
);

property("the configuration itself is a valid plan", 500, (random, size) => {
  const { schema, prior, config } = randomCase(random, size);
  assertEquals(
    texts(checkPlan(schema, { prior, config, planned: config })),
    [],
  );
});

property("a state holds nothing unknown or write-only", 500, (random, size) => {
  const { schema, prior } = randomCase(random, size);
  assertEquals(unknownPaths(schema, prior), []);
  assertEquals(writeOnlyPaths(schema, prior), []);
});

property(
  "a plan is a message at the attribute that was changed, or fine",
  500,
  (random, size) => {
    const { schema, prior, config } = randomCase(random, size);
    const planned = randomPlan(random, schema, { prior, config });
    const errors = checkPlan(schema, { prior, config, planned });
    for (const { path } of errors) {
      const [step] = path.steps;
      const name = step?.kind === "attribute" ? step.name : undefined;
      assert(name === undefined || differs(schema, name, planned, config));
    }
  },
);

function differs(
  schema: NestedObject,
  name: string,
  planned: Value,
  config: Value,
): boolean {
  const path = Path.root.attribute(name);
  const type = partType(objectType(schema), name) ?? "dynamic";
  const a = valueAt(planned, path);
  const b = valueAt(config, path);
  return a === undefined || b === undefined || !equalValues(a, b, type);
}

property("a plan promises itself", 500, (random, size) => {
  const { schema, config } = randomCase(random, size);
  const values = { planned: config, actual: config };
  assertEquals(texts(checkOutcome(schema, values)), []);
});

property(
  "unknowns that become null, or anything, keep the promise",
  500,
  (random, size) => {
    const { schema, type, config } = randomCase(random, size);
    const planned = withoutRefinements(config, type);
    const allNull = viaWire(toKnownNull(planned), type);
    assertEquals(texts(checkOutcome(schema, { planned, actual: allNull })), []);
    assertEquals(unknownPaths(schema, allNull), []);
    const actual = viaWire(randomlyKnown(random, planned, type), type);
    assertEquals(texts(checkOutcome(schema, { planned, actual })), []);
  },
);

property(
  "known attributes keep the promise if, and only if, they are equal",
  1000,
  (random, size) => {
    const schema = randomSchema(random, {
      depth: Math.min(size, 2),
      blocks: false,
    });
    const type = objectType(schema);
    if (typeJson(type).includes('"dynamic"')) {
      // A dynamic null promises nothing, not even its type.
      return;
    }
    const planned = viaWire(randomState(random, schema), type);
    const changed = randomlyChanged(random, planned, type, 20);
    const actual = viaWire(toKnownNull(changed), type);
    const errors = checkOutcome(schema, { planned, actual });
    assertEquals(errors.length === 0, equalValues(planned, actual, type));
  },
);

function withoutRefinements(value: Value, type: Type): Value {
  return transform(value, type, (part) => isUnknown(part) ? unknown : part);
}
