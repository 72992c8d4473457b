import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { posix } from "node:path";
import { type Attributes, loadProvider } from "../../provider/framework/mod.ts";
import {
  exists,
  filesBelow,
} from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";

const provider = await loadProvider(await project.load());

/** The sections of the registries' menus. */
const areas = ["Inference", "Spaces", "Hub"];

for (const name of await filesBelow(inRoot("docs"))) {
  const page = `docs/${name}`;
  const text = await Deno.readTextFile(inRoot(page));
  const [, header = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const [, area = ""] = /^subcategory: "(.*)"$/m.exec(header) ?? [];

  Deno.test(`${page} is in the right part of the menu`, () => {
    // Functions have a part of their own in the menu.
    const isObject = !/^docs\/(index\.md|guides\/|functions\/)/.test(page);
    assertEquals(isObject ? areas.includes(area) : area === "", true, area);
  });

  Deno.test(`${page} leads only to pages that exist`, async () => {
    for (const [, link = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(link)) continue;
      const target = posix.join(posix.dirname(page), link);
      assertEquals(await exists(inRoot(target)), true, link);
    }
  });

  Deno.test(`${page} lists no more values than a reader goes through`, () => {
    for (const [list] of text.matchAll(/(?:`[^`\n]+`, ){20,}/g)) {
      // The permission that each needs is in the guide's table.
      assertStringIncludes(list, "`huggingface_", list.slice(0, 100));
    }
  });
}

for (const { typeName, schema } of provider.resources) {
  const page = `docs/resources/${typeName.replace("huggingface_", "")}.md`;
  const examples = (await filesBelow(inRoot(`examples/resources/${typeName}`)))
    .filter((name) => /^resource.*\.tf$/.test(name));

  Deno.test(`the examples of ${page} show every argument, and one is short`, async () => {
    const texts = await Promise.all(
      examples.map((name) =>
        Deno.readTextFile(inRoot(`examples/resources/${typeName}/${name}`))
      ),
    );
    assertEquals(
      unshown(schema.attributes, texts.join("\n"))
        .filter((name) => !elsewhere.test(name)),
      [],
    );
    const shortest = Math.min(...texts.map((text) => text.length));
    assert(shortest < 800, `the shortest has ${shortest} characters`);
  });
}

/** One engine stands for all; a webhook's job is as a scheduled job's. */
const elsewhere = /^(model\.image\.\w+|job\..+)$/;

/** Arguments, and those inside them, that stand in none of the examples. */
function unshown(attributes: Attributes, text: string, depth = 0): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { mode, deprecated, nested } = attribute;
    // A secret is shown by its write-only twin.
    if (mode === "computed" || deprecated !== undefined) return [];
    if (`${name}_wo` in attributes || name === "extra") return [];
    if (!new RegExp(`\\b${name}\\b *= `).test(text)) return [name];
    return nested === undefined || depth === 2
      ? []
      : unshown(nested.attributes, text, depth + 1).map((one) =>
        `${name}.${one}`
      );
  });
}
