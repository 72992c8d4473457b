import { AssertionError } from "node:assert";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { testIf } from "../support/skip.ts";
import {
  assertFailure,
  assertSuccess,
  changeOf,
  type PlanJson,
} from "@hf-terraform/framework/testing";

const posix = Deno.build.os === "windows"
  ? "the fake CLI is a script for POSIX shells"
  : undefined;

/** Prints, as JSON, the environment in which a workspace runs its CLI. */
const program = `
import { createWorkspace } from "file://${
  inRoot("tests/support/workspace.ts")
}";
const [path, given] = Deno.args;
await using workspace = await createWorkspace({
  cli: { path, name: "terraform", version: "0.0.0" },
  launch: "started",
  env: JSON.parse(given),
});
const { stdout } = await workspace.run(["anything"]);
const lines = stdout.trim().split("\\n").map((line) => line.split("="));
console.log(JSON.stringify(Object.fromEntries(lines)));
`;

testIf({
  name: "a workspace takes nothing from the caller that could change a result",
  skipped: posix,
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "harness_" });
    await Deno.writeTextFile(`${folder}/program.ts`, program);
    await Deno.writeTextFile(`${folder}/cli`, "#!/bin/sh\nenv\n");
    await Deno.chmod(`${folder}/cli`, 0o755);
    const { code, stdout, stderr } = await run(Deno.execPath(), [
      "run",
      "--allow-all",
      "--no-lock",
      `--config=${inRoot("deno.json")}`,
      `${folder}/program.ts`,
      `${folder}/cli`,
      JSON.stringify({ HF_ENDPOINT: "http://127.0.0.1:1" }),
    ], {
      env: {
        HF_PROVIDER_EXECUTABLE: `${folder}/cli`,
        HF_TOKEN: "hf_of_the_caller",
        HF_HOME: "/of/the/caller",
        TF_CLI_CONFIG_FILE: "/of/the/caller",
        TF_CLI_ARGS: "-of-the-caller",
        TF_LOG: "trace",
        TF_VAR_x: "of the caller",
      },
    });
    assertEquals(code, 0, stderr);
    const env: Record<string, string> = JSON.parse(stdout);
    assertEquals(env.HF_ENDPOINT, "http://127.0.0.1:1");
    assertEquals(env.CHECKPOINT_DISABLE, "1");
    assertEquals(env.TF_CLI_CONFIG_FILE?.endsWith("/cli.tfrc"), true);
    assertEquals(
      Object.entries(env).filter(([, value]) => /of.the.caller/.test(value)),
      [],
    );
    assertEquals([env.TF_LOG, env.HF_TOKEN], [undefined, undefined]);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("a command whose signal has ended already is not started", async () => {
  const signal = AbortSignal.abort();
  await assertRejects(() => run("true", [], { signal }), DOMException);
});

const failed = { code: 1, stdout: "", stderr: "Error: it\nbroke" };
const succeeded = { code: 0, stdout: "fine", stderr: "" };

Deno.test("assertFailure() wants a failure and its message", () => {
  assertEquals(assertFailure(failed, "it broke"), "Error: it broke");
  assertThrows(() => assertFailure(failed, "it held"), AssertionError);
  assertThrows(() => assertFailure(succeeded, ""), AssertionError);
});

Deno.test("assertSuccess() shows the output of a failure", () => {
  assertEquals(assertSuccess(succeeded), succeeded);
  assertThrows(() => assertSuccess(failed), AssertionError, "broke");
});

const plan: PlanJson = {
  resource_changes: [{
    address: "a.b",
    type: "a",
    change: { actions: ["update"], before: {}, after: {}, after_unknown: {} },
  }],
};

Deno.test("changeOf() finds what is planned for one resource", () => {
  assertEquals(changeOf(plan, "a.b").change.actions, ["update"]);
  assertThrows(() => changeOf(plan, "a.c"), AssertionError, "only of: a.b");
});
