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

// A mistake in one place is likely in all that are like it: each rule is tried
// on every attribute that it covers.

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

/** The summaries of what is said of a text in each attribute that can hold it. */
function saidOf(text: string) {
  return blocks.flatMap(({ typeName, schema }) =>
    holders({ ...schema.attributes }).flatMap(({ attributes, within }) =>
      Object.entries(attributes).flatMap(([name, attribute]) => {
        const value = attribute.type === "string"
          ? text
          : JSON.stringify(attribute.type) === '["map","string"]'
          ? { k: text }
          : undefined;
        if (value === undefined) return [];
        const found = new Diagnostics();
        for (const validator of schema.validators) {
          validator.validate(within({ [name]: value }), found);
        }
        const said = [...found].map(({ summary }) => summary);
        return [{ path: `${typeName}: ${name}`, name, attribute, said }];
      })
    )
  );
}

Deno.test("a token is told wherever others can read it, and only there", () => {
  const asked = saidOf(token);
  const wrong = asked.filter(({ attribute, said }) =>
    said.includes("Token where others can read it") ===
      (attribute.sensitive || attribute.writeOnly)
  );
  assertEquals(wrong.map(({ path }) => path), []);
  assertEquals(asked.length > 400, true);
});

/**
 * Lists the diagnostics of one attribute's validators, with others beside it.
 */
function validate(attributes: Attributes, name: string, holder: ValueObject) {
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

Deno.test("no key is a variable and a secret", () => {
  const holder = { variables: { AB: "x" }, secrets: { AB: "y" } };
  const asked = blocks.flatMap(({ typeName, schema }) =>
    holders({ ...schema.attributes })
      .filter(({ attributes }) =>
        Object.keys(holder).every((name) =>
          attributes[name]?.computed === false
        )
      )
      .map(({ attributes }) =>
        [typeName, validate(attributes, "variables", holder)] as const
      )
  );
  assertEquals(asked.length > 2, true);
  assertEquals(
    asked.filter(([, said]) => !said.includes("Key is set twice"))
      .map(([name]) => name),
    [],
  );
});
