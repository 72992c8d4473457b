/**
 * The outcome of the commands of a step, and what they leave.
 *
 * @module
 */

import type { RunResult } from "./system/run.ts";
import {
  assertFailure,
  assertSuccess,
  fail,
  holds,
  unwrapMessage,
} from "./results.ts";
import type { AnyStep } from "./steps.ts";
import type { Workspace } from "./workspace.ts";

/** The file to which the CLI writes configuration. */
export const GENERATED = "generated.tf";

/** Removes a file that a command which failed has perhaps not written. */
export async function removeIfThere(
  workspace: Workspace,
  name: string,
): Promise<void> {
  await workspace.remove(name).catch(() => {});
}

/** Asserts that a plan was made, whether it has something to do or not. */
export function assertPlanned(result: RunResult): void {
  if (result.code === 1) assertSuccess(result);
}

/** Holds the end of a step's commands against `fails` and `warns`. */
export function checkEnd(
  { fails, warns }: AnyStep,
  results: readonly RunResult[],
) {
  const last = results.at(-1);
  if (last === undefined) return;
  const isPlan = results.length === 1 && last.code === 2;
  if (fails !== undefined) {
    if (isPlan) fail(`It should fail with ${fails}, but does not`);
    assertFailure(last, fails);
  } else if (!isPlan) assertSuccess(last);
  if (warns === undefined) return;
  const given = new Set(
    results.flatMap(({ stdout, stderr }) => warningsOf(stdout + stderr)),
  );
  const shown = [...given].join("\n") || "none";
  for (const match of warns) {
    const matching = [...given].filter((warning) => holds(warning, match));
    if (matching.length === 0) fail(`No warning holds ${match}, of: ${shown}`);
    matching.forEach((warning) => given.delete(warning));
  }
  if (given.size > 0) {
    fail(`There are other warnings:\n${[...given].join("\n")}`);
  }
}

/** The warnings in an output, without the one of overrides. */
function warningsOf(output: string): readonly string[] {
  return output.split(/^(?:│ )?(?=(?:Warning|Error): )/m)
    .filter((text) => text.startsWith("Warning: "))
    .map(unwrapMessage)
    .filter((text) => !text.includes("development overrides"));
}
