import { assertEquals } from "@std/assert";
import {
  type Attributes,
  Diagnostics,
  loadProvider,
  Path,
  type Schema,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider as lazy } from "../../../provider/huggingface/provider.ts";

// What people mistake in one place, they mistake in all that are like it: each
// rule is asked of every attribute that it is about.

const provider = await loadProvider(lazy);
const blocks: readonly { typeName: string; schema: Schema }[] = [
  ...provider.resources,
  ...provider.dataSources,
  ...provider.ephemeralResources,
  ...provider.actions,
];

/** The objects that hold attributes, the whole first, and how they are held. */
function holders(
  attributes: Attributes,
  within: (object: ValueObject) => ValueObject = (object) => object,
): { attributes: Attributes; within: (object: ValueObject) => ValueObject }[] {
  const inner = Object.entries(attributes).flatMap(([name, { nested }]) => {
    if (nested === undefined) return [];
    const { nesting } = nested;
    return holders(
      nested.attributes,
      (object) =>
        within({
          [name]: nesting === "single"
            ? object
            : nesting === "map"
            ? { k: object }
            : [object],
        }),
    );
  });
  return [{ attributes, within }, ...inner];
}

const token = "hf_" + "abcdefgh".repeat(4);

Deno.test("a token is told wherever others can read it, and only there", () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const { typeName, schema } of blocks) {
    for (const { attributes, within } of holders({ ...schema.attributes })) {
      for (const [name, attribute] of Object.entries(attributes)) {
        const value = attribute.type === "string"
          ? token
          : JSON.stringify(attribute.type) === '["map","string"]'
          ? { k: token }
          : undefined;
        if (value === undefined) continue;
        asked++;
        const found = new Diagnostics();
        for (const validator of schema.validators) {
          validator.validate(within({ [name]: value }), found);
        }
        const isTold = [...found].some(({ summary }) =>
          summary === "Token where others can read it"
        );
        const isHidden = attribute.sensitive || attribute.writeOnly;
        if (isTold === isHidden) wrong.push(`${typeName}: ${name}`);
      }
    }
  }
  assertEquals(wrong, []);
  assertEquals(asked > 400, true);
});

/** What the validators of one attribute say, with others beside it. */
function said(attributes: Attributes, name: string, holder: ValueObject) {
  const diagnostics = new Diagnostics();
  const { type, sensitive, validators } = attributes[name] ??
    { validators: [] };
  for (const validator of validators) {
    validator.validate(holder[name], {
      path: Path.root.attribute(name),
      type: type ?? "string",
      sensitive: sensitive ?? false,
      holder,
      config: holder,
      diagnostics,
    });
  }
  return [...diagnostics].map(({ summary }) => summary);
}

for (
  const [rule, names, holder, summary] of [
    [
      "no key is a variable and a secret",
      ["variables", "secrets"],
      { variables: { AB: "x" }, secrets: { AB: "y" } },
      "Key is set twice",
    ],
    [
      "a timeout has no effect without a wait",
      ["timeout", "wait"],
      { timeout: "5m", wait: false },
      "No effect",
    ],
  ] as const
) {
  Deno.test(rule, () => {
    const asked = blocks.flatMap(({ typeName, schema }) =>
      holders({ ...schema.attributes })
        .filter(({ attributes }) =>
          names.every((name) => attributes[name]?.computed === false)
        )
        .map(({ attributes }) =>
          [typeName, said(attributes, names[0], holder)] as const
        )
    );
    assertEquals(asked.length > 2, true);
    assertEquals(
      asked.filter(([, said]) => !said.includes(summary)).map(([name]) => name),
      [],
    );
  });
}
