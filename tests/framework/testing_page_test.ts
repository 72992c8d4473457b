/**
 * The examples of the page about tests, run as the test file that they are.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest("the tests in testing.md pass", async () => {
  const folder = await Deno.makeTempDir({ prefix: "page_" });
  const page = await Deno.readTextFile(
    inRoot("provider/framework/docs/testing.md"),
  );
  const path = `${folder}/page_test.ts`;
  await Deno.writeTextFile(path, codeBlocks(page, "ts").join("\n"));
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "test",
    "--allow-all",
    "--no-check",
    "--no-lock",
    `--config=${inRoot("deno.json")}`,
    path,
  ], { env: { NO_COLOR: "1" } });
  assertEquals(code, 0, `${stdout}${stderr}`);
  assertStringIncludes(stdout, "a note lives its life ... ok");
  await Deno.remove(folder, { recursive: true });
});
