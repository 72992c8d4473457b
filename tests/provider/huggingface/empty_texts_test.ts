import { assertEquals } from "@std/assert";
import {
  Diagnostics,
  loadProvider,
  Path,
  type Type,
  type Validator,
  type Value,
} from "../../../provider/framework/mod.ts";
import { provider as lazy } from "../../../provider/huggingface/provider.ts";

// A text that is there and empty is mostly a variable that nobody has set, and
// not what is meant: what is not to be there is null. So a check refuses it, at
// the attribute; what may be empty stands here with the reason.

const provider = await loadProvider(lazy);

/** Attributes whose empty text is meant, by their last names. */
const mayBeEmpty: Readonly<Record<string, string>> = {
  value: "an empty variable is one; an empty secret is a warning",
  content: "a file may be empty",
  content_base64: "a file may be empty",
  create: "the framework reads time limits itself, and refuses it",
  update: "as `create`",
  delete: "as `create`",
  args: "an empty argument of a command is one",
  arguments: "as `args`",
  "huggingface_endpoint.model.command": "as `args`; no document forbids it",
  variables: "as `value`",
  secrets: "as `value`",
  files: "as `content`",
  labels: "the Hub's document takes one",
  rotation_keepers: "nobody is sent it",
};

/** The fields of an attribute that this test reads. */
interface Attribute {
  readonly type: Type;
  readonly required: boolean;
  readonly optional: boolean;
  readonly sensitive: boolean;
  readonly validators: readonly Validator<unknown>[];
  readonly nested?:
    | { readonly attributes: Readonly<Record<string, Attribute>> }
    | undefined;
}

/** All attributes below an object, by their paths. */
function attributesBelow(
  attributes: Readonly<Record<string, Attribute>>,
  path: string,
): [path: string, name: string, attribute: Attribute][] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    [`${path}.${name}`, name, attribute] as [string, string, Attribute],
    ...attributesBelow(attribute.nested?.attributes ?? {}, `${path}.${name}`),
  ]);
}

function isRefused(value: string | number, attribute: Attribute): boolean {
  return saidOf(value, attribute).hasErrors;
}

/** The diagnostics of a value. */
function saidOf(
  value: Value,
  { type, validators, sensitive }: Attribute,
): Diagnostics {
  const diagnostics = new Diagnostics();
  for (const validator of validators) {
    validator.validate(value, {
      path: Path.root.attribute("this"),
      type,
      sensitive,
      holder: {},
      config: {},
      diagnostics,
    });
  }
  return diagnostics;
}

/** Lists the arguments of a type, in every block, by path. */
function settable(wanted: Type) {
  return [
    { typeName: "provider", schema: provider.schema },
    ...provider.resources,
    ...provider.dataSources,
    ...provider.ephemeralResources,
    ...provider.actions,
    ...provider.listResources,
  ].flatMap(({ typeName, schema }) =>
    attributesBelow({ ...schema.attributes }, typeName)
  )
    .filter(([, , { type, required, optional }]) =>
      JSON.stringify(type) === JSON.stringify(wanted) &&
      (required || optional)
    );
}

const addresses = [
  "ada:pA5sW0rd@example.com",
  "ada:pA5sW0rd@example.com/acme/demo",
  "https://pA5sW0rd@huggingface.co/acme/demo",
  "https://ada:pA5sW0rd@:x",
  "https://ada:pA5sW0rd@huggingface.co/acme/demo",
  "https://ada:p/A5sW0rd@huggingface.co/acme/demo/blob/main/x.txt",
  "ftp://ada:pA5sW0rd@example.com",
  "docker://ada:pA5sW0rd@example.com/demo:1",
  "ada:pA5sW0rd@hub.docker.com/r/acme/demo",
];

for (const address of addresses) {
  Deno.test(`every object: an address shows no password, as in ${address}`, () => {
    const texts = settable("string").map(([path, , one]) =>
      [path, saidOf(address, one)] as const
    );
    const lists = (["list", "set"] as const).flatMap((kind) =>
      settable([kind, "string"]).map(([path, , one]) =>
        [path, saidOf([address], one)] as const
      )
    );
    const showing = [...texts, ...lists].filter(([, said]) =>
      JSON.stringify(said.items).includes("5sW0rd")
    );
    assertEquals(showing.map(([path]) => path), []);
  });
}

Deno.test("every object: no text of a configuration may be empty, unless that is meant", () => {
  const all = settable("string");
  assertEquals(all.length > 150, true);
  const taken = all.filter(([, name, attribute]) =>
    !Object.hasOwn(mayBeEmpty, name) && !isRefused("", attribute)
  );
  assertEquals(taken.map(([path]) => path), []);
});

Deno.test("every object: no element of a list or map of texts may be empty, unless that is meant", () => {
  const all = (["list", "set", "map"] as const).flatMap((kind) =>
    settable([kind, "string"]).map((one) => [...one, kind] as const)
  );
  assertEquals(all.length > 30, true);
  const taken = all.filter(([path, name, attribute, kind]) => {
    const forms = kind === "map" ? [{ ab: "" }] : [[""], ["a", ""]];
    return ![path, name].some((one) => Object.hasOwn(mayBeEmpty, one)) &&
      forms.some((one) => !saidOf(one, attribute).hasErrors);
  });
  assertEquals(taken.map(([path]) => path), []);
});

Deno.test("every object: a longest text is one in UTF-16 units, in which the Hub counts", () => {
  const withLimit = settable("string").filter(([, , attribute]) =>
    !isRefused("x", attribute) && isRefused("x".repeat(1001), attribute)
  );
  assertEquals(withLimit.length > 10, true);
  const taken = withLimit.filter(([, , attribute]) => {
    const lengths = Array.from({ length: 1001 }, (_, at) => at + 1);
    const tooLong = lengths.find((length) =>
      isRefused("x".repeat(length), attribute)
    ) ?? 0;
    return !isRefused("😀".repeat(Math.ceil(tooLong / 2)), attribute);
  });
  assertEquals(taken.map(([path]) => path), []);
});

Deno.test("every object: no number of a configuration may be far below 0", () => {
  const all = settable("number");
  assertEquals(all.length > 30, true);
  const taken = all.filter(([, , attribute]) => !isRefused(-1000, attribute));
  assertEquals(taken.map(([path]) => path), []);
});
