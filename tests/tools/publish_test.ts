import { assertEquals } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { complaints, publishedFiles } from "../../tools/publish.ts";
import { packages } from "../../tools/workspace.ts";

const client = { folder: ".", exports: { ".": "./mod.ts" } };
const needed = ["README.md", "LICENSE", "deno.json", "mod.ts"];

Deno.test("publishedFiles() reads the list of a dry run", () => {
  const output = `Simulating publish of @scope/name@0.1.0 with files:
   \x1b[38mfile:///work/x/LICENSE (2B)\x1b[0m
   file:///work/x/client/mod.ts (1.5KB)
Success Dry run complete`;
  assertEquals(publishedFiles(output, "/work/x"), ["LICENSE", "client/mod.ts"]);
});

for (
  const file of [
    "provider/main.ts",
    "deno.lock",
    "client/notes.md",
    "client/sandbox/mod.ts",
  ]
) {
  Deno.test(`complaints() does not let ${file} be published`, () => {
    assertEquals(complaints(client, [...needed, file]).length, 1);
  });
}

Deno.test("each package has the licence of the whole", async () => {
  const licence = await Deno.readTextFile(inRoot("LICENSE"));
  for (const { folder, name } of packages) {
    const its = await Deno.readTextFile(inRoot(`${folder}/LICENSE`));
    assertEquals(its, licence, name);
  }
});
