/**
 * Questions of tests about the CLI's output, with messages that show what they
 * were drawn from.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import type { RunResult } from "./system/run.ts";
import type { PlanJson, ResourceChange } from "./terraform_json.ts";
import type { CliOptions, Workspace } from "./workspace.ts";

/**
 * Fails a test.
 *
 * @throws {AssertionError} Always.
 */
export function fail(message: string): never {
  throw new AssertionError({ message });
}

/** Asserts that a command succeeded, and returns its result. */
export function assertSuccess(result: RunResult): RunResult {
  if (result.code !== 0) {
    fail(`Exit code ${result.code}:\n${result.stdout}\n${result.stderr}`);
  }
  return result;
}

/** Asserts that a plan has nothing to do. */
export async function assertEmptyPlan(
  workspace: Workspace,
  options?: CliOptions,
): Promise<void> {
  const { code, stdout, stderr } = await workspace.plan(options);
  if (code !== 0) {
    fail(`The plan is not empty (exit code ${code}):\n${stdout}\n${stderr}`);
  }
}

/**
 * Asserts that a command failed and that its message matches.
 *
 * The CLI breaks its messages at the width of a terminal and draws a frame
 * around them; both are undone before the comparison.
 */
export function assertFailure(
  result: RunResult,
  match: string | RegExp,
): string {
  if (result.code === 0) fail(`The command succeeded:\n${result.stdout}`);
  const message = unwrapMessage(result.stderr);
  if (!holds(message, match)) {
    fail(`The message does not hold ${match}:\n${message}`);
  }
  return message;
}

/** Whether a text holds another, or matches. */
export function holds(text: string, match: string | RegExp): boolean {
  return typeof match === "string" ? text.includes(match) : match.test(text);
}

/** A message of the CLI without its frame and line breaks. */
export function unwrapMessage(text: string): string {
  return text
    .replaceAll(/^[│╷╵]\s?/gm, "")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}

/**
 * The planned change of one resource.
 *
 * Fails if the plan does not speak of it.
 */
export function changeOf(plan: PlanJson, address: string): ResourceChange {
  const changes = plan.resource_changes ?? [];
  return changes.find((change) => change.address === address) ??
    fail(
      `The plan does not speak of ${address}, only of: ` +
        changes.map((change) => change.address).join(", "),
    );
}
