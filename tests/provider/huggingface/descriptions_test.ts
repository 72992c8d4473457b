import { assertEquals } from "@std/assert";
import { loadProvider } from "../../../provider/framework/mod.ts";
import {
  shownNames,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import { provider as lazy } from "../../../provider/huggingface/provider.ts";
import {
  accessOf,
  permissionText,
  planText,
} from "../../../provider/huggingface/define/access.ts";
import { accessTable } from "../../../tools/docs_access.ts";
import { readIfThere } from "../../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../../tools/paths.ts";
import { withAllowed } from "../../../provider/framework/cli/pages/limits.ts";

const provider = await loadProvider(lazy);

/** The fields of an attribute that this test reads. */
interface AttributeTexts {
  readonly description: string;
  readonly default: unknown;
  readonly validators: readonly { readonly description: string }[];
  readonly nested?:
    | { readonly attributes: Readonly<Record<string, AttributeTexts>> }
    | undefined;
}

/** All attributes below an object, by their paths. */
function attributesBelow(
  attributes: Readonly<Record<string, AttributeTexts>>,
  path: string,
): [string, AttributeTexts][] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    [`${path}.${name}`, attribute] as [string, AttributeTexts],
    ...attributesBelow(attribute.nested?.attributes ?? {}, `${path}.${name}`),
  ]);
}

const objects = [
  { name: "provider", page: "index", schema: provider.schema },
  ...[
    { kind: "", folder: "resources", all: provider.resources },
    { kind: "data.", folder: "data-sources", all: provider.dataSources },
    {
      kind: "ephemeral.",
      folder: "ephemeral-resources",
      all: provider.ephemeralResources,
    },
    { kind: "action.", folder: "actions", all: provider.actions },
    { kind: "list.", folder: "list-resources", all: provider.listResources },
  ].flatMap(({ kind, folder, all }) =>
    all.map(({ typeName, schema }) => ({
      name: `${kind}${typeName}`,
      page: `${folder}/${typeName.replace("huggingface_", "")}`,
      schema,
    }))
  ),
];

const attributes = objects.flatMap(({ name, schema }) =>
  attributesBelow({ ...schema.attributes }, name)
);

/** The paths of attributes that a rule is not true of. */
function breaches(rule: (attribute: AttributeTexts) => boolean): string[] {
  return attributes.filter(([, attribute]) => !rule(attribute))
    .map(([path]) => path);
}

Deno.test("every object says what it is", () => {
  assertEquals(
    objects.filter(({ schema }) => !schema.description).map(({ name }) => name),
    [],
  );
});

Deno.test("every attribute says what it is, in sentences", () => {
  assertEquals(
    breaches(({ description }) => /^\S.*\.$/s.test(description)),
    [],
  );
});

Deno.test("every default is in the description", () => {
  assertEquals(
    breaches(({ default: value, description }) =>
      value === undefined || typeof value === "object" ||
      new RegExp(`default \`?${value}\\b`, "i").test(description)
    ),
    [],
  );
});

// The pages add longer lists by themselves.
Deno.test("every value of a short list is in the description", () => {
  assertEquals(
    breaches(({ description, validators }) =>
      validators.filter((one) => one.description.startsWith("one of "))
        .map((one) =>
          Array.from(one.description.matchAll(/`[^`]+`/g), ([value]) => value)
        )
        .every((values) =>
          values.length > 10 ||
          values.every((value) => description.includes(value))
        )
    ),
    [],
  );
});

Deno.test("a page says what a validator allows and the description does not", () => {
  const between = { description: "between `1` and `20`" };
  const cases = [
    ["How many.", [between], "How many. Must be between `1` and `20`."],
    ["From 1 to 20.", [between], "From 1 to 20."],
    [
      "From 10 to 200.",
      [between],
      "From 10 to 200. Must be between `1` and `20`.",
    ],
    ["A twin.", [{ description: "not set together with `b`" }], "A twin."],
  ] as const;
  for (const [description, validators, expected] of cases) {
    assertEquals(withAllowed({ description, validators }), expected);
  }
});

Deno.test("everything says what it needs, on its page and in the guide", async () => {
  const guide = await readIfThere(inRoot("docs/guides/authentication.md"));
  assertEquals(
    guide?.includes(accessTable(provider)),
    true,
    "run deno task docs",
  );
  for (const { name, page, schema } of objects.slice(1)) {
    const access = accessOf(schema);
    assertEquals(access !== undefined, true, `${name} does not say its needs`);
    const text = await readIfThere(inRoot(`docs/${page}.md`)) ?? "";
    const needs = `The token needs ${
      permissionText(access?.permission ?? null)
    }`;
    const isSaid = (access?.permission == null || text.includes(needs)) &&
      (access?.plan === undefined || text.includes(planText(access.plan)));
    assertEquals(isSaid, true, `docs/${page}.md: ${needs} ${access?.plan}`);
  }
});

for (const resource of provider.resources) {
  const { typeName, schema } = resource;
  Deno.test(`the page of ${typeName} says what replaces it`, async () => {
    const page = `docs/resources/${typeName.replace("huggingface_", "")}.md`;
    const lines = (await readIfThere(inRoot(page)) ?? "").split("\n");
    const unsaid = tableOf(schema.attributes).filter(({ attribute, binding }) =>
      binding.change === "immutable" && attribute.mode !== "computed"
    ).map(shownNames).filter((names) =>
      !lines.some((line) =>
        line.startsWith(`- \`${names.at(-1)}\` (`) &&
        line.includes("A change replaces it")
      )
    );
    assertEquals(unsaid.map((names) => names.join(".")), []);
  });
}

for (const { page, schema } of objects) {
  Deno.test(`docs/${page}.md has every attribute as it is`, async () => {
    const text = await readIfThere(inRoot(`docs/${page}.md`)) ?? "";
    const missing = attributesBelow({ ...schema.attributes }, "").filter((
      [path, attribute],
    ) =>
      !text.includes(`- \`${path.split(".").at(-1)}\` (`) ||
      !text.includes(withAllowed(attribute))
    );
    assertEquals(missing.map(([path]) => path), [], "run deno task docs");
  });
}
