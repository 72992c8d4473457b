import { assert, assertEquals } from "@std/assert";
import { plain, plan, whole } from "../engine/support.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import {
  fromWireBlocks,
  hasDynamicBlocks,
  toWireBlocks,
} from "../../../../provider/framework/schema/dynamic_blocks.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import { equalValues } from "../../../../provider/framework/values/equal.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  type Value,
} from "../../../../provider/framework/values/value.ts";

const plainBlock = s.block.set({
  description: "Set.",
  attributes: { key: s.string({ optional: true, description: "Key." }) },
});

const inner = s.block.list({
  description: "Inner.",
  attributes: { free: s.dynamic({ optional: true, description: "Any." }) },
  blocks: { plain: plainBlock },
});

const schema = s.schema({
  description: "A thing.",
  attributes: {
    top: s.dynamic({ optional: true, description: "Any." }),
  },
  blocks: {
    plain: plainBlock,
    list: inner,
    map: s.block.map({
      description: "Map.",
      attributes: {
        free: s.dynamic({ optional: true, description: "Any." }),
        name: s.string({ optional: true, description: "Name." }),
      },
      blocks: { inner },
    }),
    one: s.block.single({
      description: "One.",
      attributes: {},
      blocks: { inner },
    }),
  },
});

const text = new Dynamic("string", "x");
const number = new Dynamic("number", 5);

const cases: readonly [string, Readonly<Record<string, Value>>][] = [
  ["no blocks", {}],
  ["an unknown number of blocks", { list: unknown, map: unknown }],
  ["values of different types", {
    top: text,
    list: [{ free: text }, { free: number, plain: [{ key: "k" }] }],
    plain: [{ key: "k" }],
  }],
  ["null and unknown values", {
    list: [{ free: null }, { free: unknown }, {
      free: new Dynamic("string", null),
    }, { free: new Dynamic("bool", unknown) }],
  }],
  ["blocks inside of blocks", {
    map: {
      a: { free: number, name: "n", inner: [{ free: text }] },
      b: { free: text, inner: [] },
    },
    one: { inner: [{ free: number }] },
  }],
];

Deno.test("dynamic blocks: schemas that have them are told apart", () => {
  assert(hasDynamicBlocks(schema));
  const { plain } = schema.blocks;
  const simple = s.schema({
    description: "A thing.",
    attributes: schema.attributes,
    blocks: { plain },
  });
  assertEquals(hasDynamicBlocks(simple), false);
});

for (const [title, values] of cases) {
  Deno.test(`dynamic blocks: ${title} keep their form on the wire and back`, () => {
    const model = whole(schema, values);
    const type = objectType(schema);
    const wire = toWireBlocks(schema, model);
    assertEquals(validateValue(wire, type)?.message, undefined);
    const decoded = decodeMsgpack(encodeMsgpack(wire, type), type);
    assert(equalValues(decoded, wire, type));
    assertEquals(plain(fromWireBlocks(schema, decoded)), plain(model));
  });
}

Deno.test("dynamic blocks: on the wire a list is a tuple of the real types", () => {
  const wire = toWireBlocks(
    schema,
    whole(schema, { list: [{ free: text }, { free: number }] }),
  );
  const list = wire !== null && typeof wire === "object" && "list" in wire
    ? wire.list
    : undefined;
  assert(Dynamic.is(list));
  const set = ["set", ["object", { key: "string" }]];
  assertEquals(JSON.parse(JSON.stringify(list.type)), ["tuple", [
    ["object", { free: "string", plain: set }],
    ["object", { free: "number", plain: set }],
  ]]);
});

Deno.test("dynamic blocks: they are planned like others", async () => {
  const never = () => Promise.reject(new Error("must not be called"));
  const resource = definersFor<unknown>().defineResource({
    typeName: "test_thing",
    schema,
    create: never,
    read: never,
    update: never,
    delete: never,
  });
  const config = whole(schema, { list: [{ free: text }, { free: number }] });
  const priorState = whole(schema, { list: [{ free: text }] });
  const { plannedState, diagnostics } = await plan(resource, {
    config,
    priorState,
  });
  assertEquals(diagnostics.items, []);
  assertEquals(plain(plannedState), plain(config));
});
