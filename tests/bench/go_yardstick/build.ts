/**
 * Builds the provider in Go that ours is compared with and served beside.
 *
 * @module
 */
import { inRoot } from "../../../tools/paths.ts";
import { run } from "../../../tools/run.ts";

/**
 * Builds it.
 *
 * @param output The path of the executable.
 * @throws {Error} If Go or the module proxy cannot be reached.
 */
export async function buildInGo(output: string): Promise<void> {
  const { code, stderr } = await run("go", ["build", `-o=${output}`, "."], {
    cwd: inRoot("tests/bench/go_yardstick"),
  });
  if (code !== 0) throw new Error(`Cannot build the yardstick: ${stderr}`);
}
