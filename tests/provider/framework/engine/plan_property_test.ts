import { assert, assertEquals } from "@std/assert";
import { checkOutcome } from "../../../../provider/framework/check/compatibility.ts";
import { writeOnlyPaths } from "../../../support/walk.ts";
import { checkPlan } from "../../../support/check_plan.ts";
import type { ValidationError } from "../../../../provider/framework/check/validation_error.ts";
import { definersFor } from "../../../../provider/framework/define/provider.ts";
import { normalizeResult } from "../../../../provider/framework/engine/result.ts";
import { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import {
  type NestedObject,
  objectType,
  type Schema,
  someAttribute,
} from "../../../../provider/framework/schema/schema.ts";
import {
  descend,
  elementsOf,
  runToCompletion,
  walkSchema,
} from "../../../../provider/framework/schema/walk_schema.ts";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import { equalValues } from "../../../../provider/framework/values/equal.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import {
  holdsDynamic,
  type Type,
} from "../../../../provider/framework/values/type.ts";
import {
  isUnknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import { toKnownNull, transform, walk } from "../../../support/walk.ts";
import { property } from "../../../support/property.ts";
import { randomlyKnown } from "../../../support/random_changes.ts";
import {
  mayLoseConfigured,
  randomConfig,
  randomSchema,
  randomState,
} from "../../../support/random_schemas.ts";
import { withDefaults } from "../../../support/random_defaults.ts";
import { type Random, randomValue } from "../../../support/random_values.ts";
import { lines, plan } from "./support.ts";

const { defineResource } = definersFor<unknown>();

interface Case {
  readonly schema: Schema;
  readonly type: Type;
  readonly prior: ValueObject | null;
  readonly config: ValueObject;
}

function randomCase(random: Random, size: number): Case {
  const base = randomSchema(random, { depth: Math.min(size, 2) });
  const schema = withDefaults(random, base);
  const type = objectType(schema);
  return {
    schema,
    type,
    prior: random.once(3) ? null : wire(randomState(random, schema), type),
    config: wire(randomConfig(random, schema), type),
  };
}

/** The value as it comes out of the codec: sets without duplicates. */
function wire(value: Value, type: Type): ValueObject {
  const decoded = decodeMsgpack(encodeMsgpack(value, type), type);
  assert(isValueObject(decoded));
  return decoded;
}

const never = () => Promise.reject(new Error("must not be called"));

/**
 * The plan of a resource without plan modifiers, by the engine itself.
 * Undefined: elements of a configured set are equal once they have defaults,
 * which Terraform refuses whatever is planned.
 */
async function planned(
  { schema, type, prior, config }: Case,
): Promise<ValueObject | undefined> {
  const resource = defineResource({
    typeName: "test_thing",
    schema,
    create: never,
    read: never,
    update: never,
    delete: never,
  });
  const response = await plan(resource, { priorState: prior, config });
  const found = lines(response.diagnostics);
  if (found.some((line) => line.includes("Duplicate elements"))) return;
  assertEquals(found, []);
  return wire(response.plannedState, type);
}

/** The object with other texts where `semanticEquals` holds them for equal. */
function reworded(
  random: Random,
  schema: Schema,
  value: ValueObject,
): ValueObject {
  return runToCompletion(walkSchema<"value">(schema, { value }, {
    primary: "value",
    attribute: ({ nested, expression }, { values: { value } }) => {
      const same = expression?.semanticEquals;
      if (nested !== undefined) return descend({ value });
      if (same === undefined || typeof value !== "string") return value;
      const other = "x".repeat(value.length);
      return random.once(2) && same(value, other) ? other : value;
    },
    block: (_, { values }) => descend(values),
    pair: (_, { value }) => elementsOf(value).map((value) => ({ value })),
  }));
}

function withoutRefinements(value: Value, type: Type): Value {
  return transform(
    value,
    type,
    (part) => isUnknown(part) ? unknown : part,
  );
}

function known(random: Random, value: Value, type: Type): ValueObject {
  const plain = withoutRefinements(value, type);
  const known = toKnownNull(randomlyKnown(random, plain, type));
  assert(isValueObject(known));
  return known;
}

/** Whether elements of a set have texts with an equality of their own. */
function comparesTextsOfSets({ attributes, blocks }: NestedObject): boolean {
  const parts = [
    ...Object.values(attributes).flatMap(({ nested }) => nested ?? []),
    ...Object.values(blocks ?? {}),
  ];
  return parts.some((part) =>
    part.nesting === "set" && hasOwnTexts(part) || comparesTextsOfSets(part)
  );
}

const hasOwnTexts = someAttribute(({ expression }) =>
  expression?.semanticEquals !== undefined
);

const hasDefaultOfAnyType = someAttribute((each) =>
  each.default !== undefined && holdsDynamic(each.type)
);

/** How many elements the sets of a value hold, at any depth. */
function elements(value: Value, type: Type): number {
  let count = 0;
  walk(value, type, (part, partType) => {
    if (partType[0] === "set" && Array.isArray(part)) count += part.length;
  });
  return count;
}

function texts(errors: readonly ValidationError[]): readonly string[] {
  return errors.map(({ path, message }) => `${path}: ${message}`);
}

property(
  "engine: each plan is one that Terraform accepts",
  3000,
  async (random, size) => {
    const each = randomCase(random, size);
    const { schema, type, prior, config } = each;
    const plan = await planned(each);
    if (plan === undefined) return;
    assertEquals(validateValue(plan, type), undefined);
    assertEquals(
      texts(checkPlan(schema, { prior, config, planned: plan })),
      [],
    );
    assertEquals(writeOnlyPaths(schema, plan), []);
  },
);

property(
  "engine: the plan made again when more is known keeps what was known",
  3000,
  async (random, size) => {
    const each = randomCase(random, size);
    const { schema, type, config } = each;
    // Which prior element a text belongs to may follow from what is unknown.
    if (comparesTextsOfSets(schema)) return;
    // What takes the default's place may have another type, as in Go.
    if (hasDefaultOfAnyType(schema)) return;
    const made = await planned(each);
    if (made === undefined) return;
    const first = withoutRefinements(made, type);
    const later = { ...each, config: wire(known(random, config, type), type) };
    const second = await planned(later);
    if (second === undefined) return;
    const errors = checkOutcome(schema, { planned: first, actual: second });
    assertEquals(texts(errors), []);
  },
);

property(
  "engine: the same configuration after an apply plans no change",
  3000,
  async (random, size) => {
    const each = randomCase(random, size);
    const { schema, type } = each;
    // What a provider gives there counts as configured and then removed.
    if (mayLoseConfigured(schema)) return;
    const config = wire(known(random, each.config, type), type);
    const plan = await planned({ ...each, config });
    if (plan === undefined) return;
    const diagnostics = new Diagnostics();
    const reached = reworded(random, schema, known(random, plan, type));
    // Elements of a set that the provider makes equal are one from now on.
    if (elements(reached, type) !== elements(wire(reached, type), type)) return;
    const state = normalizeResult(reached, {
      name: "create",
      typeName: "test",
      schema,
      diagnostics,
      reference: plan,
    });
    assertEquals(diagnostics.items, []);
    assertEquals(
      texts(checkOutcome(schema, { planned: plan, actual: state })),
      [],
    );
    const again = await planned({ ...each, config, prior: wire(state, type) });
    assert(again !== undefined && equalValues(state, again, type));
  },
);

property(
  "engine: whatever an author returns is saved as a state of the type",
  2000,
  (random, size) => {
    const { schema, type, prior, config } = randomCase(random, size);
    const result = randomValue(random, "dynamic");
    const parts: Record<string, Value> = { ...config };
    for (const name of Object.keys(parts)) {
      if (random.once(3)) parts[name] = randomValue(random, "dynamic");
      if (random.once(6)) delete parts[name];
    }
    for (const given of [result, parts]) {
      const state = normalizeResult(given, {
        name: "read",
        typeName: "test",
        schema,
        diagnostics: new Diagnostics(),
        reference: prior,
      });
      assertEquals(validateValue(state, type), undefined);
      assertEquals(writeOnlyPaths(schema, state), []);
      wire(state, type);
    }
  },
);
