import { assertEquals, assertRejects } from "@std/assert";
import { posix } from "node:path";
import { verify } from "@hf-terraform/framework/testing";
import {
  ArgumentError,
  loadProvider,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import {
  exists,
  filesBelow,
} from "../../../provider/framework/testing/system/files.ts";
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
