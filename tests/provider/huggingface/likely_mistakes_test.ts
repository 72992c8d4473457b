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

const letters = "abcdefgh".repeat(4);
const tokens = {
  "hf_": letters,
  "sk-proj-": letters,
  "ghp_": letters,
  "github_pat_": letters,
  "AKIA": letters.slice(16).toUpperCase(),
  "xoxb-": letters,
};

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

for (const [prefix, rest] of Object.entries(tokens)) {
  Deno.test(`a token with ${prefix} is told wherever others can read it, and only there`, () => {
    const asked = saidOf(prefix + rest);
    const wrong = asked.filter(({ attribute, said }) =>
      said.includes("Token where others can read it") ===
        (attribute.sensitive || attribute.writeOnly)
    );
    assertEquals(wrong.map(({ path }) => path), []);
    assertEquals(asked.length > 400, true);
  });
}

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
        [typeName, validate(attributes, "secrets", holder)] as const
      )
  );
  assertEquals(asked.length > 2, true);
  assertEquals(
    asked.filter(([, said]) => !said.includes("Key is set twice"))
      .map(([name]) => name),
    [],
  );
});

/** The summaries of what is said of a value in the attributes that it is for. */
function saidWhere(
  is: (name: string, description: string) => boolean,
  value: ValueObject | string | number,
  holder: ValueObject = {},
) {
  return blocks.filter(({ typeName }) => !typeName.endsWith("_cost"))
    .flatMap(({ typeName, schema }) =>
      holders({ ...schema.attributes }).flatMap(({ attributes }) =>
        Object.entries(attributes)
          .filter(([name, { description, optional, required }]) =>
            (optional || required) && is(name, description)
          )
          .map(([name]) => ({
            path: `${typeName}: ${name}`,
            said: validate(attributes, name, { ...holder, [name]: value }),
          }))
      )
    );
}

Deno.test("a time in a smaller unit than that of its attribute is told", () => {
  for (
    const [unit, long, meant, summary] of [
      ["Seconds", 3_600_000, 3600, "Many days"],
      ["Minutes", 900, 15, "Many hours"],
    ] as const
  ) {
    const is = (_: string, description: string) => description.startsWith(unit);
    const asked = saidWhere(is, long);
    assertEquals(asked.length > 0, true);
    assertEquals(asked.filter(({ said }) => !said.includes(summary)), []);
    assertEquals(
      saidWhere(is, meant).filter(({ said }) => said.length > 0),
      [],
    );
  }
});

Deno.test("a file that llama.cpp cannot load is told", () => {
  const is = (name: string) => name.endsWith("model_path");
  for (
    const [path, tells] of [
      ["Q4_K_M", true],
      ["q4", true],
      ["model.safetensors", true],
      ["q4/model-00002-of-00003.gguf", true],
      ["q4/model-00001-of-00003.gguf", false],
      ["model-v2-of-3.GGUF", false],
      ["q4/model.gguf", false],
    ] as const
  ) {
    const asked = saidWhere(is, path);
    assertEquals(asked.length > 2, true);
    assertEquals(
      asked.filter(({ said }) =>
        said.includes("File that llama.cpp cannot load") !== tells
      ),
      [],
      path,
    );
  }
});
