/**
 * The provider beside the least programs that do the same: one that serves a
 * single call by grpc-js over mutual TLS, and a provider of a few lines in Go.
 * Both sides take turns, so that what else the machine does slows both.
 *
 * @module
 */
import { Workspace } from "@hf-terraform/framework/testing";
import { Sandbox } from "../../client/sandbox/mod.ts";
import { makeIdentity } from "../../provider/framework/plugin/certificate.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { bundle } from "../../provider/framework/cli/bundle.ts";
import { launcherPath } from "../../provider/framework/cli/project.ts";
import { newProject } from "../../provider/framework/cli/new/new.ts";
import { inRoot, root } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { runFlags } from "../../provider/framework/cli/engine_flags.ts";
import { serveSandbox } from "../../tools/sandbox_server.ts";
import { launch } from "../support/plugin_client.ts";
import { buildInGo } from "./go_yardstick/build.ts";
import { createWorkspace } from "../support/workspace.ts";
import { configuration } from "./commands.ts";
import { processorTime } from "./process_use.ts";
import { type Figures, figures } from "./table.ts";

/** Our figures and those of the yardstick, in milliseconds. */
export interface Comparison {
  /** The measured quantity. */
  readonly name: string;
  /** The quantity it is compared with. */
  readonly yardstick: string;
  /** Of the provider. */
  readonly ours: Figures;
  /** Of the yardstick. */
  readonly theirs: Figures;
}

const { path } = tfplugin6.Provider.GetProviderSchema;

/** The processor time of starts that end with an answer to one call. */
export async function compareStarts(rounds: number): Promise<Comparison> {
  const folder = await Deno.makeTempDir({ prefix: "hf_bench_" });
  try {
    const script = `${folder}/yardstick.js`;
    await bundle(project, script, { entry: "tests/bench/grpc_yardstick.ts" });
    const { certificate, key } = makeIdentity();
    const deno = ["run", "-A", "--quiet", "--no-config", "--no-lock"];
    let sockets = 0;
    return {
      name: "start with GetProviderSchema, CPU",
      yardstick: "one call by grpc-js over mutual TLS",
      ...await takeTurns(
        rounds,
        () => measureFirstCall([launcherPath(project)], {}),
        () =>
          measureFirstCall([Deno.execPath(), ...deno, ...runFlags, script], {
            SOCKET: `${folder}/${sockets++}`,
            CERTIFICATE: certificate,
            KEY: key,
          }),
      ),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The processor time of a process until it has answered its first call. */
async function measureFirstCall(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  await using provider = await launch(command, { env });
  await provider.connection.call(path, new Uint8Array());
  return processorTime(provider.pid);
}

/**
 * The time of `plan` of one endpoint that does not exist.
 *
 * @param compiled The compiled provider; default: the launcher.
 * @throws {Error} If Go or the module proxy cannot be reached.
 */
export async function comparePlans(
  rounds: number,
  compiled?: string,
): Promise<Comparison> {
  const sandbox = new Sandbox({ latencyMs: 0 });
  const server = await serveSandbox(sandbox);
  try {
    await using ours = await createWorkspace({
      launch: "started",
      files: { "main.tf": configuration(1) },
      ...compiled !== undefined &&
        { providers: { [project.address]: { command: [compiled] } } },
      env: {
        HF_ENDPOINT: server.url,
        HF_INFERENCE_ENDPOINTS_URL: server.url,
        HF_TOKEN: sandbox.token,
      },
    });
    await using theirs = await goWorkspace();
    return {
      name: `plan of one endpoint, ${
        compiled === undefined ? "launcher" : "compiled"
      }, time that passes`,
      yardstick: "a provider of a few lines in Go",
      ...await takeTurns(rounds, () => timePlan(ours), () => timePlan(theirs)),
    };
  } finally {
    await server.stop();
  }
}

/**
 * The time of `plan` of one note, of the provider that the task `new` writes.
 *
 * @throws {Error} If Go or the module proxy cannot be reached.
 */
export async function compareNewPlans(rounds: number): Promise<Comparison> {
  const folder = await Deno.makeTempDir({ prefix: "hf_bench_" });
  try {
    const notes = `${folder}/notes`;
    await newProject("acme/notes", { folder: notes, packages: root });
    const built = await run(Deno.execPath(), ["task", "build"], { cwd: notes });
    if (built.code !== 0) throw new Error(built.stderr);
    const command = [`${notes}/dist/terraform-provider-notes`] as const;
    await using ours = await Workspace.create({
      launch: "started",
      providers: { "acme/notes": { command } },
      files: {
        "main.tf": `terraform {
  required_providers {
    notes = {
      source = "acme/notes"
    }
  }
}

resource "notes_note" "one" {
  title = "bench"
}
`,
      },
      env: { NOTES_URL: "http://127.0.0.1:9", NOTES_TOKEN: "none" },
    });
    await using theirs = await goWorkspace();
    return {
      name: "plan of one note of a new project, time that passes",
      yardstick: "a provider of a few lines in Go",
      ...await takeTurns(rounds, () => timePlan(ours), () => timePlan(theirs)),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A workspace with the provider in Go, which is built first. */
async function goWorkspace(): Promise<Workspace> {
  const program = inRoot("dist/go/terraform-provider-yardstick");
  await buildInGo(program);
  return await Workspace.create({
    launch: "started",
    providers: { "hf-terraform/yardstick": { command: [program] } },
    files: { "main.tf": yardstickConfiguration },
  });
}

const yardstickConfiguration = `terraform {
  required_providers {
    yardstick = {
      source = "hf-terraform/yardstick"
    }
  }
}

resource "yardstick_endpoint" "one" {
  name = "bench"
}
`;

async function timePlan(workspace: Workspace): Promise<number> {
  const start = performance.now();
  const { code, stderr } = await workspace.plan();
  const passed = performance.now() - start;
  if (code !== 2) throw new Error(`The plan ended with ${code}: ${stderr}`);
  return passed;
}

/** Measures both sides in turn; a first round of each does not count. */
async function takeTurns(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ readonly ours: Figures; readonly theirs: Figures }> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const pair = [await ours(), await theirs()] as const;
    if (round > 0) times.forEach((list, at) => list.push(pair[at] ?? NaN));
  }
  return { ours: figures(times[0]), theirs: figures(times[1]) };
}
