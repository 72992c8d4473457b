import { assertEquals } from "@std/assert";
import { llms } from "../../tools/llms.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";

Deno.test("llms.txt is what deno task llms writes, and leads to pages that are there", async () => {
  const text = await llms();
  assertEquals(await Deno.readTextFile(inRoot("llms.txt")), text);
  for (const [, page = ""] of text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)) {
    assertEquals([page, await exists(inRoot(page))], [page, true]);
  }
});
