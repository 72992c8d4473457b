/**
 * One planner: an attribute that is bound to the API's JSON plans as one that
 * is not, whatever its kind, its plan modifiers and where it stands.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  type Attribute,
  type Attributes,
  definersFor,
  p,
  type PlanModifier,
  s,
  type Schema,
  types,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  bindingTo,
  type Bound,
  boundResource,
} from "../../../../provider/framework/binding/mod.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { lines, plan, whole } from "../engine/support.ts";

const description = "As a test needs it.";

/** Any JSON: the paths are not what is tested. */
interface Body {
  readonly size?: string;
  readonly x?: never;
  readonly many?: never;
}

const b = bindingTo<{ create: Body; update: Body; response: Body }>();

/** Declares attributes of a mode with plan modifiers. */
type Declare = (
  mode: { readonly optional: boolean; readonly computed: boolean },
  planModifiers: readonly PlanModifier[],
) => Attribute;

/** Options that the exact types of a builder would have apart. */
function optionsOf(
  ...[{ optional, computed }, planModifiers]: Parameters<Declare>
) {
  const options = { description, planModifiers };
  return (computed
    ? optional ? { ...options, optional, computed } : { ...options, computed }
    : { ...options, optional }) as {
      readonly optional: true;
      readonly computed: true;
      readonly description: string;
      readonly planModifiers: readonly PlanModifier[];
    };
}

const part = {
  key: s.string({ required: true, description }),
  id: s.string({ computed: true, description }),
};

/** The kinds of attributes, each with two of its values. */
const kinds: Readonly<Record<string, readonly [Declare, Value, Value]>> = {
  string: [(...of) => s.string(optionsOf(...of)), "a", "b"],
  map: [
    (...of) => s.map(types.string, optionsOf(...of)),
    { a: "1" },
    { a: "2" },
  ],
  object: [
    (...of) => s.object(part, optionsOf(...of)),
    { key: "a", id: "1" },
    { key: "b", id: "1" },
  ],
  list: [
    (...of) => s.objectList(part, optionsOf(...of)),
    [{ key: "a", id: "1" }],
    [{ key: "b", id: "1" }],
  ],
  set: [
    (...of) => s.objectSet(part, optionsOf(...of)),
    [{ key: "a", id: "1" }],
    [{ key: "b", id: "1" }],
  ],
};

/** Nestings of the attribute, and the value of its object in each. */
const nestings: Readonly<
  Record<
    string,
    readonly [
      declare: ((attributes: Attributes) => Attribute) | undefined,
      hold: (object: ValueObject) => Value,
    ]
  >
> = {
  "at the top": [undefined, (object) => object],
  "in an object": [
    (attributes) => s.object(attributes, { required: true, description }),
    (object) => object,
  ],
  "in a list": [
    (attributes) => s.objectList(attributes, { required: true, description }),
    (object) => [object],
  ],
  "in a set": [
    (attributes) => s.objectSet(attributes, { required: true, description }),
    (object) => [object],
  ],
  "in a map": [
    (attributes) => s.objectMap(attributes, { required: true, description }),
    (object) => ({ one: object }),
  ],
};

const modes = [
  { optional: false, computed: true },
  { optional: true, computed: true },
  { optional: true, computed: false },
];

const open = { canCompute: true };
const modifiers: Readonly<
  Record<string, readonly [PlanModifier, { readonly canCompute?: boolean }]>
> = {
  useStateForUnknown: [p.useStateForUnknown(), open],
  useNonNullStateForUnknown: [p.useNonNullStateForUnknown(), open],
  mayChangeOnUpdate: [p.mayChangeOnUpdate(), open],
  "computedFrom without a function": [p.computedFrom(["size"]), open],
  "computedFrom what cannot tell": [
    p.computedFrom(["size"], () => undefined),
    open,
  ],
  requiresReplace: [p.requiresReplace(), {}],
  requiresReplaceIfConfigured: [p.requiresReplaceIfConfigured(), {}],
  "one of an author's own": [
    {
      modify: ({ config }) => config === null ? { planned: null } : undefined,
    },
    open,
  ],
};

/** A resource of a schema, bound or not. */
function resourceOf(schema: Schema, isBound: boolean): Resource {
  const never = () => Promise.reject(new Error("must not be called"));
  const calls = { create: never, read: never, update: never, delete: never };
  const { defineResource } = definersFor<unknown>();
  const typeName = "test_thing";
  return isBound
    ? defineResource(boundResource({
      typeName,
      // All of its attributes are bound.
      schema: schema as Schema<Readonly<Record<string, Bound>>>,
      label: () => "the thing",
      importKey: () => ({}),
      ...calls,
    }))
    : defineResource({ typeName, schema, ...calls });
}

/** The schema with the attribute, and where it stands. */
function schemaOf(
  x: Attribute,
  nest: (attributes: Attributes) => Attribute,
  isTop: boolean,
  isBound: boolean,
): Schema {
  const size = s.string({ required: true, description });
  const inner = isBound
    ? { size: b.field("size", size), x: boundAs(x) }
    : { size, x };
  if (isTop) return s.schema({ description, attributes: inner });
  const many = nest(inner);
  const isWhole = isBound && many.nested?.nesting !== "single";
  return s.schema({
    description,
    attributes: { many: isWhole ? codecOf("many", many) : many },
  });
}

/** Binds an attribute of any kind. */
function boundAs(attribute: Attribute): Attribute {
  if (attribute.nested !== undefined) return codecOf("x", attribute);
  // The path of a leaf is not what is tested, so its type is of no matter.
  const leaf = attribute as Attribute<{ readonly leaf?: never }>;
  return attribute.optional
    ? b.field("x", leaf)
    : b.computed("x", leaf, { decode: (json) => json });
}

function codecOf(path: "x" | "many", attribute: Attribute): Attribute {
  const codec = { encode: () => undefined, decode: () => undefined };
  return b.mapped(path, attribute, codec);
}

for (const [nesting, [nest, hold]] of Object.entries(nestings)) {
  for (const [name, [modifier, { canCompute }]] of Object.entries(modifiers)) {
    Deno.test(`${name} plans the same ${nesting}, bound and unbound`, async () => {
      for (const [kind, [declare, first, second]] of Object.entries(kinds)) {
        for (const mode of modes) {
          if (!mode.computed && canCompute) continue;
          const x = declare(mode, [modifier]);
          const planOf = async (
            isBound: boolean,
            config: ValueObject,
            prior: ValueObject | null,
          ) => {
            const schema = schemaOf(
              x,
              nest ?? (() => x),
              nest === undefined,
              isBound,
            );
            const within = (object: ValueObject) =>
              whole(
                schema,
                nest === undefined ? object : { many: hold(object) },
              );
            const planned = await plan(resourceOf(schema, isBound), {
              config: within(config),
              priorState: prior && within(prior),
            });
            assertEquals(lines(planned.diagnostics), []);
            return [
              planned.plannedState,
              planned.requiresReplace.map(String),
            ];
          };
          const configs = [null, first, second].filter((value) =>
            value === null || mode.optional
          ).map(configuredPart);
          for (const config of configs) {
            for (const prior of [undefined, null, first, second]) {
              for (const size of ["1", "2"]) {
                const given = { size, x: config };
                const state = prior === undefined
                  ? null
                  : { size: "1", x: prior };
                assertEquals(
                  await planOf(true, given, state),
                  await planOf(false, given, state),
                  `${kind} ${JSON.stringify({ mode, given, state })}`,
                );
              }
            }
          }
        }
      }
    });
  }
}

/** A value as a configuration has it: without what is computed in it. */
function configuredPart(value: Value): Value {
  return value !== null && typeof value === "object"
    ? JSON.parse(
      JSON.stringify(value, (key, part) => key === "id" ? null : part),
    )
    : value;
}
