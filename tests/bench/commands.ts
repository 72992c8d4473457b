/**
 * Duration of whole commands at growing numbers of endpoints.
 *
 * @module
 */
import { Sandbox } from "../../client/sandbox/mod.ts";
import { serveSandbox } from "../../tools/sandbox_server.ts";
import type { RunResult } from "../../provider/framework/testing/system/run.ts";
import { createWorkspace } from "../support/workspace.ts";
import { type ProcessUse, watchProcesses } from "./process_watch.ts";

/** One command at one size. */
export interface CommandTime {
  /** The number of endpoints. */
  readonly endpoints: number;
  /** The sandbox's delay before each answer, in milliseconds. */
  readonly latency: number;
  /** The command that ran. */
  readonly command: string;
  /** The duration in seconds. */
  readonly seconds: number;
  /** The number of requests that it sent. */
  readonly requests: number;
  /** The resources that its processes used. */
  readonly use: ProcessUse;
}

/** So many endpoints, which differ in their names. */
export function configuration(endpoints: number): string {
  return `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

resource "huggingface_endpoint" "all" {
  count = ${endpoints}
  name  = format("bench-%04d", count.index)

  model = {
    repository = "sentence-transformers/all-MiniLM-L6-v2"
  }

  compute = {
    instance_type = "intel-spr"
  }
}
`;
}

/** Runs validate, plan, apply, plan again and destroy. */
export async function benchCommands(
  endpoints: number,
  latency: number,
): Promise<CommandTime[]> {
  const sandbox = new Sandbox({
    latencyMs: latency,
    startupMs: 0,
    quotas: { "intel-spr": 100_000 },
  });
  const server = await serveSandbox(sandbox);
  try {
    await using workspace = await createWorkspace({
      launch: "started",
      files: { "main.tf": configuration(endpoints) },
      env: {
        HF_ENDPOINT: server.url,
        HF_INFERENCE_ENDPOINTS_URL: server.url,
        HF_TOKEN: sandbox.token,
      },
    });
    const commands: [string, () => Promise<RunResult>, number][] = [
      ["validate", () => workspace.validate(), 0],
      ["plan, nothing there", () => workspace.plan(), 2],
      ["apply", () => workspace.apply(), 0],
      ["plan, all there", () => workspace.plan(), 0],
      ["destroy", () => workspace.destroy(), 0],
    ];
    const times: CommandTime[] = [];
    for (const [command, execute, code] of commands) {
      const before = sandbox.requests.length;
      const watch = watchProcesses(server.url);
      const start = performance.now();
      const result = await execute();
      const seconds = (performance.now() - start) / 1_000;
      const use = await watch.stop();
      if (result.code !== code) {
        throw new Error(
          `${command} ended with ${result.code}: ${result.stderr}`,
        );
      }
      times.push({
        endpoints,
        latency,
        command,
        seconds,
        requests: sandbox.requests.length - before,
        use,
      });
    }
    return times;
  } finally {
    await server.stop();
  }
}
