import { assertEquals, assertStringIncludes } from "@std/assert";
import { root } from "../../tools/paths.ts";
import { run } from "../../tools/run.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest("deno task demo goes through every step", async () => {
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "run",
    "--allow-all",
    "tools/demo.ts",
  ], { cwd: root });
  assertEquals(code, 0, stdout + stderr);
  assertStringIncludes(stdout, "All 11 steps are as they should be");
});
