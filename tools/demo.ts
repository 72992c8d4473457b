/**
 * `deno task demo`: the life of a model, its endpoint and a Space,
 * without an account.
 *
 * It serves the sandbox on loopback, drives the real Terraform or OpenTofu
 * through every step, prints one line for each, and exits non-zero at the
 * first thing that is not as it should be.
 *
 * @module
 */
import { findCli } from "@hf-terraform/framework/testing";
import { Sandbox } from "../client/sandbox/mod.ts";
import { createWorkspace } from "../tests/support/workspace.ts";
import { demoConfiguration, demoSteps } from "./demo_steps.ts";
import { print, printError } from "../provider/framework/testing/system/run.ts";
import { serveSandbox, waitForInterrupt } from "./sandbox_server.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../provider/framework/cli/task.ts";

const command = task({
  name: "demo",
  summary: "The life of a model, its endpoint and a Space without an " +
    "account: serves the\nsandbox on loopback and drives the real Terraform or OpenTofu " +
    "(TF_CLI, else the one on PATH).",
  options: {
    keep: {
      help:
        "stop before what was made is destroyed, so that you can look at it",
    },
  },
});

async function main(
  { options }: CommandArguments<typeof command.options>,
): Promise<number> {
  const cli = await findCli();
  const sandbox = new Sandbox({ startupMs: 50 });
  const server = await serveSandbox(sandbox);
  try {
    await using workspace = await createWorkspace({
      cli,
      launch: "installed",
      files: { "main.tf": demoConfiguration({ maxReplica: 1 }) },
      env: {
        HF_ENDPOINT: server.url,
        HF_INFERENCE_ENDPOINTS_URL: server.url,
        HF_TOKEN: sandbox.token,
      },
    });
    print(
      `The sandbox listens on ${server.url}; ${cli.path} is ${cli.name} ` +
        cli.version,
    );
    const place = { workspace, sandbox, url: server.url };
    const pause = options.keep
      ? () => look(`${server.url}/?key=${sandbox.key}`)
      : undefined;
    return await walk(place, pause);
  } finally {
    await server.stop();
  }
}

/** Waits for somebody who looks at the sandbox's page. */
async function look(url: string): Promise<void> {
  print(`Open ${url} in a browser; Ctrl-C goes on`);
  await waitForInterrupt();
}

async function walk(
  place: Parameters<typeof demoSteps[number]["run"]>[0],
  beforeDestroy?: () => Promise<void>,
): Promise<number> {
  for (const { name, run } of demoSteps) {
    if (name === "destroy") await beforeDestroy?.();
    const start = performance.now();
    try {
      const seen = await run(place);
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      print(`ok  ${name.padEnd(16)} ${seen} (${seconds} s)`);
    } catch (error) {
      printError(`not ok  ${name}`);
      printError(error instanceof Error ? error.message : String(error));
      return 1;
    }
  }
  print(`All ${demoSteps.length} steps are as they should be`);
  return 0;
}

if (import.meta.main) await runTask(command, main);
