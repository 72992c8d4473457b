/**
 * Builds the providers in Go that ours are compared with and served beside.
 *
 * @module
 */
import { inRoot } from "../../../tools/paths.ts";
import { run } from "../../../provider/framework/testing/system/run.ts";

/**
 * Builds one.
 *
 * @param output The path of the executable.
 * @param program The folder of the program in the module.
 * @throws {Error} If Go or the module proxy cannot be reached.
 */
export async function buildInGo(
  output: string,
  program = ".",
): Promise<void> {
  const { code, stderr } = await run("go", ["build", `-o=${output}`, program], {
    cwd: inRoot("tests/bench/go_yardstick"),
  });
  if (code !== 0) throw new Error(`Cannot build the yardstick: ${stderr}`);
}
