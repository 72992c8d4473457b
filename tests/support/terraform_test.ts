/**
 * Tests that drive the real CLI, and are skipped with a reason where there is
 * none.
 *
 * @module
 */
import { tryFindCli } from "@hf-terraform/framework/testing";
import { testIf } from "./skip.ts";

const found = await tryFindCli();
const missing = "reason" in found ? found.reason : undefined;

/** Registers a test that needs Terraform or OpenTofu. */
export function acceptanceTest(
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  testIf({ name, skipped: missing, fn });
}
