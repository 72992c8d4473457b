/**
 * Tests that need something a machine may lack.
 *
 * @module
 */
import { skipMark } from "../../provider/framework/cli/test_summary.ts";

/** A test that runs only where what it needs is there. */
export interface ConditionalTest {
  /** The title, in plain words. */
  readonly name: string;
  /** The reason why it cannot run here; undefined where it can. */
  readonly skipped: string | undefined;
  /** The test. */
  readonly fn: (t: Deno.TestContext) => void | Promise<void>;
}

/** Registers a test, and puts the reason of a skip where the runner finds it. */
export function testIf({ name, skipped, fn }: ConditionalTest): void {
  if (skipped === undefined) Deno.test(name, fn);
  else Deno.test({ name: name + skipMark + skipped, ignore: true, fn });
}
