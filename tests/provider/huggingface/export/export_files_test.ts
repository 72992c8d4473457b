import { assertEquals } from "@std/assert";
import { loadLists } from "../../../../provider/huggingface/areas.ts";
import { ExportFiles } from "../../../../provider/huggingface/export/export_files.ts";

Deno.test("an export gives no block a name that a file has already", async () => {
  const folder = await Deno.makeTempDir({ prefix: "export_" });
  try {
    const file = `${folder}/webhook.tf`;
    const own = 'resource "huggingface_webhook" "_1" {\n}\n';
    await Deno.writeTextFile(file, own);
    const lists = await loadLists();
    const list = lists.find(({ typeName }) =>
      typeName === "huggingface_webhook"
    );
    const files = await ExportFiles.open(folder, lists);
    for (const id of ["1", "1"]) {
      if (list === undefined || files.has(list, id)) continue;
      await files.add(list, { id, state: {}, secrets: false });
    }
    const text = await Deno.readTextFile(file);
    assertEquals(text.slice(0, own.length), own);
    assertEquals(
      Array.from(text.matchAll(/^resource ".*" "(.*)"/gm), ([, name]) => name),
      ["_1", "_1_2"],
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
