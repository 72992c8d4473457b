/**
 * Whole lives of random objects through the handlers, byte for byte as the CLI
 * would see them.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { checkOutcome } from "../../../../provider/framework/check/compatibility.ts";
import { unknownPaths, writeOnlyPaths } from "../../../support/walk.ts";
import { checkPlan } from "../../../support/check_plan.ts";
import type { ValidationError } from "../../../../provider/framework/check/validation_error.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { p } from "../../../../provider/framework/plan/p.ts";
import type { Attribute } from "../../../../provider/framework/schema/attribute.ts";
import {
  objectType,
  type Schema,
} from "../../../../provider/framework/schema/schema.ts";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import { equalValues } from "../../../../provider/framework/values/equal.ts";
import { encodeJson } from "../../../support/encode_json.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import {
  isUnknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import { transform, walk } from "../../../support/walk.ts";
import { property } from "../../../support/property.ts";
import { withDefaults } from "../../../support/random_defaults.ts";
import {
  mayLoseConfigured,
  randomConfig,
  randomSchema,
  randomState,
} from "../../../support/random_schemas.ts";
import { type Random, randomValue } from "../../../support/random_values.ts";
import { makeProvider, resource } from "../verify/support.ts";
import { callMethod, encodeValue, methods, serviceOf } from "./support.ts";

const typeName = "lab_thing";

/** A resource of a random schema, served. */
interface RandomService {
  readonly schema: Schema;
  readonly type: Type;
  readonly service: RpcService;
  /** True once the resource made elements of a set equal, so that it shrank. */
  readonly merged: { yes: boolean };
}

async function serve(random: Random, size: number): Promise<RandomService> {
  const base = randomSchema(random, Math.min(size, 2));
  const schema = withModifiers(random, withDefaults(random, base));
  const type = objectType(schema);
  const merged = { yes: false };
  const make = ({ plan }: { plan: ValueObject }) => {
    const made = replaceUnknowns(random, plan, type);
    merged.yes = elements(made, type) !== elements(viaWire(made, type), type);
    return Promise.resolve(made);
  };
  const service = serviceOf(makeProvider({
    resources: [
      resource({
        schema,
        create: make,
        update: make,
        read: ({ state }) => Promise.resolve(state),
      }),
    ],
  }));
  const config = { msgpack: Uint8Array.of(0x80) };
  await callMethod(service, methods.ConfigureProvider, { config });
  return { schema, type, service, merged };
}

/** Gives attributes at the top rules for their plan. */
function withModifiers(random: Random, schema: Schema): Schema {
  const attributes = Object.entries(schema.attributes)
    .map(([name, attribute]): [string, Attribute] => {
      const planModifiers = [
        ...random.once(4) ? [p.requiresReplace()] : [],
        ...random.once(6) ? [p.requiresReplaceIfConfigured()] : [],
        ...attribute.computed && random.once(3) ? [p.useStateForUnknown()] : [],
      ];
      return [name, { ...attribute, planModifiers }];
    });
  return { ...schema, attributes: Object.fromEntries(attributes) };
}

/** The values that a plan is made from. */
interface Sources {
  readonly prior: ValueObject | null;
  readonly config: ValueObject;
}

/**
 * Asks for a plan, holds it against the rules, and returns it. Undefined:
 * defaults make elements of a configured set equal, which is refused.
 */
async function plan(
  { service, schema, type }: RandomService,
  { prior, config }: Sources,
): Promise<{ planned: ValueObject; replaces: boolean } | undefined> {
  const answer = await callMethod(service, methods.PlanResourceChange, {
    typeName,
    priorState: encodeValue(prior, type),
    config: encodeValue(config, type),
    proposedNewState: encodeValue(config, type),
  });
  const [error] = answer.diagnostics;
  if (error?.summary === "Duplicate elements of a set") return undefined;
  assertEquals(error, undefined);
  const planned = decodeObject(answer.plannedState?.msgpack, type);
  assertEquals(texts(checkPlan(schema, { prior, config, planned })), []);
  assertEquals(writeOnlyPaths(schema, planned), []);
  return { planned, replaces: answer.requiresReplace.length > 0 };
}

/** The object in a message; encoding it again gives the same bytes. */
function decodeObject(bytes: Uint8Array | undefined, type: Type): ValueObject {
  assert(bytes !== undefined);
  const value = decodeMsgpack(bytes, type);
  assertEquals(encodeMsgpack(value, type).toHex(), bytes.toHex());
  assertEquals(validateValue(value, type), undefined);
  assert(isValueObject(value));
  return value;
}

/** The value as it comes over the wire: sets without duplicates. */
function viaWire(value: Value, type: Type): ValueObject {
  return decodeObject(encodeMsgpack(value, type), type);
}

function replaceUnknowns(
  random: Random,
  value: Value,
  type: Type,
): ValueObject {
  const made = transform(
    value,
    type,
    (part, partType) =>
      isUnknown(part)
        ? randomValue(random, partType, { unknowns: false })
        : part,
  );
  assert(isValueObject(made));
  return made;
}

/** Counts the elements in the sets of a value, at any depth. */
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
  "rpc: an object is planned, planned again, applied, stored, read and kept",
  500,
  async (random, size) => {
    const served = await serve(random, size);
    const { schema, type } = served;
    if (mayLoseConfigured(schema)) return;
    const state = random.once(3) ? null : randomState(random, schema);
    let prior = state === null ? null : viaWire(state, type);
    const early = viaWire(randomConfig(random, schema), type);

    let first = await plan(served, { prior, config: early });
    if (first === undefined) return;
    assert(prior !== null || !first.replaces);
    if (first.replaces) {
      // The answer to the second question is the plan of the replacement.
      prior = null;
      first = await plan(served, { prior, config: early });
      if (first === undefined) return;
    }

    const config = viaWire(replaceUnknowns(random, early, type), type);
    const second = await plan(served, { prior, config });
    if (second === undefined) return;
    const { planned } = second;
    const promised = transform(
      first.planned,
      type,
      (part) => isUnknown(part) ? unknown : part,
    );
    const kept = { planned: promised, actual: planned };
    // A value that becomes computed has no type yet, as in Go's framework.
    const broken = texts(checkOutcome(schema, kept))
      .filter((text) => !text.endsWith(", but is no type"));
    assertEquals(broken, []);

    const actual = await apply(served, { prior, config, planned });
    if (actual === undefined) return;
    await store(served, actual);
    const next = await plan(served, { prior: actual, config });
    assert(next !== undefined);
    assert(equalValues(next.planned, actual, type));
    assert(!next.replaces);
  },
);

/** Applies; undefined if elements of a set became one. */
async function apply(
  { service, schema, type, merged }: RandomService,
  { prior, config, planned }: Sources & { planned: ValueObject },
): Promise<ValueObject | undefined> {
  const { newState, diagnostics } = await callMethod(
    service,
    methods.ApplyResourceChange,
    {
      typeName,
      priorState: encodeValue(prior, type),
      config: encodeValue(config, type),
      plannedState: encodeValue(planned, type),
    },
  );
  const actual = decodeObject(newState?.msgpack, type);
  if (merged.yes) return undefined;
  assertEquals(diagnostics, []);
  assertEquals(texts(checkOutcome(schema, { planned, actual })), []);
  assertEquals(unknownPaths(schema, actual), []);
  assertEquals(writeOnlyPaths(schema, actual), []);
  return actual;
}

/** Fails unless the state comes back from its JSON, and from a read. */
async function store(
  { service, type }: RandomService,
  state: ValueObject,
): Promise<void> {
  const json = new TextEncoder().encode(encodeJson(state, type));
  const upgraded = await callMethod(service, methods.UpgradeResourceState, {
    typeName,
    rawState: { json },
  });
  assertEquals(upgraded.diagnostics, []);
  const again = decodeObject(upgraded.upgradedState?.msgpack, type);
  assert(equalValues(again, state, type));
  const read = await callMethod(service, methods.ReadResource, {
    typeName,
    currentState: upgraded.upgradedState,
  });
  assertEquals(read.diagnostics, []);
  assert(equalValues(decodeObject(read.newState?.msgpack, type), state, type));
}
