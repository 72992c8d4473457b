import { assertEquals } from "@std/assert";
import {
  Path,
  s,
  types,
  unknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import { wireDiagnostics } from "../../../../provider/framework/rpc/messages.ts";

const inner = { a: s.string({ optional: true, description: "A." }) };
const options = { optional: true, description: "More." } as const;

const schema = s.schema({
  description: "A thing.",
  attributes: {
    leaf: s.string(options),
    map: s.map(types.string, options),
    set: s.set(types.string, options),
    one: s.object({ deep: s.object(inner, options), ...inner }, options),
    many: s.objectList(inner, options),
    any: s.objectSet(inner, options),
  },
  blocks: {
    single: s.block.single({
      description: "One.",
      attributes: { nested: s.object(inner, options) },
    }),
    list: s.block.list({ description: "Some.", attributes: inner }),
    set_of: s.block.set({ description: "Any.", attributes: inner }),
  },
});

const root = Path.root;
const one = root.attribute("one");
const list = root.attribute("list").index(1);

/** A path, what the CLI is sent of it, and whether the text has to tell it. */
const cases: readonly (readonly [Path, unknown[], boolean])[] = [
  [root.attribute("leaf"), ["leaf"], false],
  [root.attribute("map").key("k"), ["map", ["k"]], false],
  [root.attribute("set").index(1), ["set"], true],
  // The CLI finds the line of a nested attribute if it is written as a key.
  [one.attribute("a"), ["one", ["a"]], false],
  [one.attribute("deep").attribute("a"), ["one", ["deep"]], true],
  [root.attribute("many").index(2).attribute("a"), ["many", [2]], true],
  [root.attribute("any").attribute("a"), ["any"], true],
  [list.attribute("a"), ["list", [1], "a"], false],
  [
    root.attribute("single").attribute("nested").attribute("a"),
    ["single", "nested", ["a"]],
    false,
  ],
  [root.attribute("set_of").attribute("a"), ["set_of"], true],
  [root.attribute("other").attribute("a"), ["other", ["a"]], false],
];

for (const [path, steps, isTold] of cases) {
  Deno.test(`a diagnostic at ${path} is placed where the CLI finds it`, () => {
    const [sent] = wireDiagnostics([
      { severity: "error", summary: "Bad", detail: "Worse.", path },
    ], { schema, config: undefined });
    const shown = sent?.attribute?.steps?.map((step) =>
      step.attributeName ?? [step.elementKeyString ?? step.elementKeyInt]
    );
    assertEquals(shown, steps);
    assertEquals(
      sent?.detail,
      isTold ? `Worse.\n\nAttribute: ${path}` : "Worse.",
    );
  });
}

const secret = {
  optional: true,
  sensitive: true,
  description: "More.",
} as const;
const holding = {
  own: s.string(secret),
  unstored: s.string({ ...options, writeOnly: true }),
  ...inner,
};
const keeping = s.schema({
  description: "A thing.",
  attributes: {
    secrets: s.map(types.string, secret),
    one: s.object(holding, options),
    many: s.objectList(holding, options),
  },
  blocks: {
    block: s.block.list({ description: "Some.", attributes: holding }),
  },
});
const none = { own: null, unstored: null, a: "x" };
const some = { ...none, unstored: "y" };
const block = root.attribute("block").index(0);

/** A path, the configuration, and what the CLI is sent of the path. */
const hidden: readonly (readonly [Path, ValueObject, unknown[] | undefined])[] =
  [
    [root.attribute("secrets").key("k"), { secrets: { k: "x" } }, undefined],
    [root.attribute("secrets").key("k   k"), { secrets: {} }, undefined],
    // Its line may have the rest of the object as well.
    [one.attribute("a"), { one: some }, undefined],
    [one.attribute("a"), { one: none }, ["one", ["a"]]],
    [one.attribute("a"), { one: unknown }, undefined],
    [root.attribute("many").index(0).attribute("a"), {
      many: [none, some],
    }, undefined],
    // An attribute of a block has a line of its own.
    [block.attribute("a"), { block: [some] }, ["block", [0], "a"]],
    [block.attribute("own"), { block: [some] }, undefined],
    [block, { block: [some] }, undefined],
    [block, { block: [none] }, ["block", [0]]],
  ];

for (const [path, config, steps] of hidden) {
  Deno.test(`a diagnostic at ${path} of ${JSON.stringify(config)} leads to no line with a secret`, () => {
    const [sent] = wireDiagnostics([
      { severity: "error", summary: "Bad", detail: "Worse.", path },
    ], { schema: keeping, config });
    const shown = sent?.attribute?.steps?.map((step) =>
      step.attributeName ?? [step.elementKeyString ?? step.elementKeyInt]
    );
    assertEquals(shown, steps);
    assertEquals(
      sent?.detail,
      steps === undefined || steps.length < path.steps.length
        ? `Worse.\n\nAttribute: ${path}`.replaceAll(/ +/g, " ")
        : "Worse.",
    );
  });
}
