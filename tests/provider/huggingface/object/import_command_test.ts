import { assertEquals } from "@std/assert";
import { importCommand } from "../../../../provider/huggingface/object/remote_object.ts";
import { run } from "../../../../provider/framework/testing/system/run.ts";
import { testIf } from "../../../support/skip.ts";

testIf({
  name:
    "the command that a message advises imports the id, and runs nothing of it",
  skipped: Deno.build.os === "windows" ? "there is no sh" : undefined,
  fn: async () => {
    const id = "datasets/acme/x/branch/it's`id`$(id)${IFS};\"&\\";
    const command = importCommand({ id });
    const { stdout } = await run("sh", [
      "-c",
      `terraform() { printf '%s\\n' "$@"; }${command}`,
    ]);
    assertEquals(stdout, `import\nADDRESS\n${id}\n`);
  },
});
