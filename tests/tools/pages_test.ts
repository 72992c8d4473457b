import { assertEquals } from "@std/assert";
import { posix } from "node:path";
import { exists, filesBelow } from "../../provider/framework/system/files.ts";
import { inRoot } from "../../tools/paths.ts";

/** Where the registries' menus may put an object. */
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

  Deno.test(`${page} has a title and a description`, () => {
    assertEquals(/^page_title: ".+"$/m.test(header), true);
    assertEquals(/^description: \|-\n {2}\S/m.test(header), true);
  });
}
