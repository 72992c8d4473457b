import { verify } from "@hf-terraform/framework/testing";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { posix } from "node:path";
import {
  ArgumentError,
  type Attribute,
  loadProvider,
  Path,
} from "../../../provider/framework/mod.ts";
import { wireDiagnostics } from "../../../provider/framework/rpc/messages.ts";
import {
  exists,
  filesBelow,
} from "../../../provider/framework/testing/system/files.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { inRoot } from "../../../tools/paths.ts";

const loaded = await loadProvider(provider);

Deno.test("the provider is what the CLI takes", () => {
  assertEquals(verify(loaded), []);
});

Deno.test("every module of the provider is imported, so that an area names every object", async () => {
  const home = "provider/huggingface";
  const files = await filesBelow(inRoot(home));
  const imported = new Set(["provider.ts", "export/export.ts"]);
  for (const file of files) {
    const text = await Deno.readTextFile(inRoot(`${home}/${file}`));
    for (
      const [, path = ""] of text.matchAll(/\b(?:from|import\()\s*"(\..*?)"/g)
    ) {
      imported.add(posix.join(posix.dirname(file), path));
    }
  }
  assertEquals(
    files.filter((file) => !imported.has(file))
      .map((file) => `${home}/${file} is not imported: name it in its area.ts`),
    [],
  );
});

Deno.test("no function repeats an argument, which may be sensitive", async () => {
  const marker = "se cret/../marker";
  for (const { name, parameters, run } of loaded.functions) {
    for (const at of parameters.keys()) {
      const error = await assertRejects(
        async () =>
          await run(parameters.map(() => "acme/m").with(at, marker), []),
        ArgumentError,
      );
      assertEquals(/cret|marker/.test(error.message), false, `${name}: ${at}`);
    }
  }
});

Deno.test("every object has an example on its page", async () => {
  const named = (
    folder: string,
    all: readonly { readonly typeName: string }[],
  ) => all.map(({ typeName }) => `examples/${folder}/${typeName}`);
  const folders = [
    ...named("resources", loaded.resources),
    ...named("data-sources", loaded.dataSources),
    ...named("ephemeral-resources", loaded.ephemeralResources),
    ...named("actions", loaded.actions),
    ...named("list-resources", loaded.listResources),
    ...loaded.functions.map(({ name }) => `examples/functions/${name}`),
  ];
  const missing = [];
  for (const folder of folders) {
    if (!await exists(inRoot(folder))) {
      missing.push(
        `${folder} is missing: add an example, and run deno task docs`,
      );
    }
  }
  assertEquals(missing, []);
});

// The CLI quotes the line that a diagnostic leads to: none leads to a line that
// may have a secret, whoever finds something there, and its text says where.

/** The paths of secrets, and of what may stand in one line with them. */
function besideSecrets(attributes: object, around: Path): Path[] {
  return Object.entries(attributes).flatMap(
    ([name, attribute]: [string, Attribute]) => {
      const path = around.attribute(name);
      const { nested, type } = attribute;
      if (attribute.sensitive || attribute.writeOnly) {
        const kind = typeof type === "string" ? type : type[0];
        return kind === "map" ? [path, path.key("KEY")] : [path];
      }
      if (nested === undefined) return [];
      const element = nested.nesting === "list"
        ? path.index(0)
        : nested.nesting === "map"
        ? path.key("one")
        : path;
      const inner = besideSecrets(nested.attributes, element);
      return inner.length === 0 ? [] : [
        ...inner,
        path,
        ...Object.keys(nested.attributes).map((one) => element.attribute(one)),
      ];
    },
  );
}

Deno.test("every object: the CLI quotes no line that may have a secret", async (t) => {
  let count = 0;
  for (
    const { typeName, schema } of [
      { typeName: "provider", schema: loaded.schema },
      ...loaded.resources,
      ...loaded.dataSources,
      ...loaded.ephemeralResources,
      ...loaded.actions,
      ...loaded.listResources,
    ]
  ) {
    for (const path of besideSecrets({ ...schema.attributes }, Path.root)) {
      count++;
      await t.step(`${typeName}.${path}`, () => {
        const said = {
          severity: "error",
          summary: "Bad",
          detail: ".",
        } as const;
        const [sent] = wireDiagnostics(
          [{ ...said, path }],
          { schema, config: undefined },
        );
        assertEquals(sent?.attribute, undefined);
        assertEquals(sent?.detail, `.\n\nAttribute: ${path}`);
      });
    }
  }
  assert(count > 20, `${count} attributes`);
});
