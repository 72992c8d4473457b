/**
 * The test provider as a process: bundled, as a real one is.
 *
 * @module
 */
import { assert } from "@std/assert";
import { bundle, isFresh } from "../../tools/build.ts";
import { inRoot } from "../../tools/paths.ts";

/** The test provider's programs. */
export type LabProgram = "main.ts" | "plain_main.ts";

const folder = inRoot("dist/lab");

/** What the programs are made of. */
const sources = [
  "deno.json",
  "deno.lock",
  "proto",
  "provider/framework",
  "tests/framework/provider",
  "tools/build.ts",
];

/**
 * The command line that runs one of the test provider's programs, which is
 * bundled first if its sources are newer.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function labCommand(
  program: LabProgram,
): Promise<readonly [string, ...string[]]> {
  const path = `${folder}/${program.replace(".ts", ".js")}`;
  await Deno.mkdir(folder, { recursive: true });
  // Test files run in parallel: one bundles, the others wait for it.
  using lock = await Deno.open(`${folder}/build.lock`, {
    create: true,
    write: true,
  });
  await lock.lock(true);
  if (!await isFresh(path, sources)) {
    const entry = `tests/framework/provider/${program}`;
    await bundle(`${path}.new`, { entry });
    await Deno.rename(`${path}.new`, path);
  }
  return [
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    "--no-config",
    "--no-lock",
    "--no-remote",
    "--no-npm",
    path,
  ];
}

/** A provider that runs by itself, for any number of commands. */
export class LabProcess implements AsyncDisposable {
  /** What `TF_REATTACH_PROVIDERS` must say. */
  readonly attached: string;
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess, attached: string) {
    this.#child = child;
    this.attached = attached;
  }

  /** Starts it, and waits until it has told how to attach it. */
  static async start(
    program: LabProgram,
    env: Readonly<Record<string, string>>,
  ): Promise<LabProcess> {
    const [command, ...args] = await labCommand(program);
    const child = new Deno.Command(command, {
      args: [...args, "--debug"],
      env: { ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new LabProcess(child, await reattachOf(child.stdout));
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }
}

async function reattachOf(
  stream: ReadableStream<Uint8Array>,
): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    assert(!done, `The provider ended: ${text}`);
    text += value;
    const [, json] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text) ?? [];
    if (json === undefined) continue;
    await reader.cancel();
    return json;
  }
}
