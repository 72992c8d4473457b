import { assertEquals } from "@std/assert";
import { complaints, publishedFiles } from "../../tools/publish.ts";

const needed = ["README.md", "LICENSE", "deno.json", "mod.ts"];

Deno.test("publishedFiles() reads the list of a dry run", () => {
  const output = `Simulating publish of @scope/name@0.1.0 with files:
   \x1b[38mfile:///work/x/LICENSE (2B)\x1b[0m
   file:///work/x/client/mod.ts (1.5KB)
Success Dry run complete`;
  assertEquals(publishedFiles(output, "/work/x"), ["LICENSE", "client/mod.ts"]);
});

Deno.test("complaints() has none about the client and its papers", () => {
  assertEquals(complaints([...needed, "client/sandbox/mod.ts"]), []);
});

for (const file of ["provider/main.ts", "deno.lock", "client/notes.md"]) {
  Deno.test(`complaints() does not let ${file} be published`, () => {
    assertEquals(complaints([...needed, file]).length, 1);
  });
}

for (const file of needed) {
  Deno.test(`complaints() misses ${file}`, () => {
    assertEquals(complaints(needed.filter((name) => name !== file)).length, 1);
  });
}
