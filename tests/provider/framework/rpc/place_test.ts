import { assertEquals } from "@std/assert";
import { Path, s, types } from "../../../../provider/framework/mod.ts";
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
  Deno.test(`a diagnostic at ${path} is placed where the CLI finds it (D3)`, () => {
    const [sent] = wireDiagnostics([
      { severity: "error", summary: "Bad", detail: "Worse.", path },
    ], schema);
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
