import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { shellLine } from "../../../provider/framework/shell.ts";
import { sanitizeForDisplay } from "../../../provider/framework/secrets.ts";
import { run } from "../../../provider/framework/testing/system/run.ts";
import { oddText } from "../../support/odd_texts.ts";
import { testIf } from "../../support/skip.ts";

testIf({
  name: "a shell reads each line of a message as the words it was written for",
  skipped: Deno.build.os === "windows" ? "there is no sh" : undefined,
  fn: async () => {
    const fixed = [
      "",
      "~",
      "=ls",
      "-n",
      "a b",
      "x$(touch${IFS}PWNED)",
      "a\nError: b",
      "\x1b]0;",
    ];
    const lines = [
      ...fixed.map((word) => [word]),
      ...fc.sample(fc.array(oddText), { numRuns: 500, seed: 37 }),
    ].filter((words) => words.length > 0);
    const script = lines.map((words) =>
      sanitizeForDisplay(`printf '%s\\0' ${shellLine(...words)}\n`)
    ).join("");
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${folder}/script`, script);
      const { code, stdout, stderr } = await run("sh", ["script"], {
        cwd: folder,
      });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(stdout.split("\0").slice(0, -1), lines.flat());
      const names = await Array.fromAsync(
        Deno.readDir(folder),
        ({ name }) => name,
      );
      assertEquals(names, ["script"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
