/**
 * Promises of messages about later plans: each has a test that reads it on the
 * real CLI and then runs the plan or apply that it is about.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { promises } from "../../../provider/huggingface/object/wait.ts";

/** The test that sees a promise come true: its file, and its name. */
const seen: Readonly<
  Record<keyof typeof promises, readonly [file: string, test: string]>
> = {
  goesOn: [
    "faults_waits_test.ts",
    "a create that times out warns, and the next apply goes on waiting",
  ],
  isSettled: [
    "endpoint_test.ts",
    "a wait for a running endpoint that does not answer says what, and " +
    "promises no wait",
  ],
  pauses: [
    "faults_waits_test.ts",
    "a create whose pause is refused warns that the next plan pauses it, " +
    "which it does",
  ],
};

for (const [promise, [file, test]] of Object.entries(seen)) {
  Deno.test(`a test sees the promise ${promise} come true`, async () => {
    const url = new URL(`../../acceptance/${file}`, import.meta.url);
    const text = await Deno.readTextFile(url);
    assert(text.includes(JSON.stringify(test)), `no test is called: ${test}`);
    assert(text.includes(`promises.${promise}`), "the test does not read it");
  });
}
