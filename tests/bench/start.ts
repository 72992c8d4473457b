/**
 * Time from the start of a program to its first line on standard output.
 *
 * @module
 */
import { makeIdentity } from "../../provider/framework/plugin/certificate.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { launcherPath } from "../../provider/framework/cli/project.ts";
import { project } from "../../tools/project.ts";
import { compiledPath } from "../../provider/framework/cli/compile.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { processorTime } from "./process_use.ts";
import { type Figures, figures } from "./table.ts";

/** The start times of one program, in milliseconds. */
export interface StartTimes {
  /** The program that was started. */
  readonly name: string;
  /** Until its line, all starts but the first. */
  readonly wall: Figures;
  /** The processor time until then; NaN where it is not known. */
  readonly processor: Figures;
  /** The first start, with cold caches. */
  readonly first: number;
}

/** One start, in milliseconds. */
interface Start {
  readonly wall: number;
  readonly processor: number;
}

interface Program {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  /** Whether to wait for its end rather than for its line; default false. */
  readonly toEnd?: boolean;
}

/** The least a program can be that prints a line, and then ends. */
const bare = 'Deno.stdout.writeSync(new TextEncoder().encode("1\\n"));\n';
/** The same, which stays until it is looked at, as a provider does. */
const staying = `${bare}setTimeout(() => {}, 10_000);\n`;
/** The same again, with what no provider can do without: Node's layer. */
const loading = `import "node:net";
import "node:tls";
import "node:crypto";
import "node:http2";
${staying}`;

const nodeLayer = "that, with Node's net, tls, crypto and http2";

/** Starts every program so many times, taking turns, and reports each. */
export async function benchStart(rounds: number): Promise<StartTimes[]> {
  const folder = await Deno.makeTempDir({ prefix: "hf_bench_" });
  try {
    const all = await programs(folder);
    const times = all.map((): Start[] => []);
    const env = handshakeEnvironment();
    for (let round = 0; round <= rounds; round++) {
      for (const [at, program] of all.entries()) {
        times[at]?.push(await firstLine(program, env));
      }
    }
    return all.map(({ name }, at) => summarize(name, times[at] ?? []));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function programs(folder: string): Promise<Program[]> {
  await Deno.writeTextFile(`${folder}/bare.js`, bare);
  await Deno.writeTextFile(`${folder}/staying.js`, staying);
  await Deno.writeTextFile(`${folder}/loading.js`, loading);
  const script = (name: string) => [
    "run",
    "--quiet",
    "--no-config",
    "--no-lock",
    `${folder}/${name}.js`,
  ];
  const list: Program[] = [
    {
      name: "a bare script on `deno run`",
      path: Deno.execPath(),
      args: script("staying"),
    },
    {
      name: nodeLayer,
      path: Deno.execPath(),
      args: script("loading"),
    },
    {
      name: "the bundle, by its launcher",
      path: launcherPath(project),
      args: [],
    },
  ];
  const target = Deno.env.get("DENORT_TARGET");
  if (target === undefined) return list;
  const executable = compiledPath(project, target);
  if (!await exists(executable)) {
    throw new Error(
      `Cannot find ${executable}: compile it first (deno task compile ` +
        `--target ${target})`,
    );
  }
  for (const name of ["bare", "staying", "loading"]) {
    await compileScript(folder, name, target, ["--no-code-cache"]);
  }
  await Deno.copyFile(`${folder}/loading.js`, `${folder}/cached.js`);
  await compileScript(folder, "cached", target);
  return [
    ...list,
    { name: "a bare compiled program", path: `${folder}/staying`, args: [] },
    {
      name: nodeLayer,
      path: `${folder}/loading`,
      args: [],
    },
    {
      name: "the same with Deno's code cache, which no release has",
      path: `${folder}/cached`,
      args: [],
    },
    {
      name: "a bare compiled program, to its end",
      path: `${folder}/bare`,
      args: [],
      toEnd: true,
    },
    { name: "the compiled provider", path: executable, args: [] },
  ];
}

async function compileScript(
  folder: string,
  name: string,
  target: string,
  flags: readonly string[] = [],
): Promise<void> {
  const { code, stderr } = await run(Deno.env.get("DENO") ?? Deno.execPath(), [
    "compile",
    "--quiet",
    ...flags,
    "--no-config",
    "--no-lock",
    `--target=${target}`,
    `--output=${folder}/${name}`,
    `${folder}/${name}.js`,
  ]);
  if (code !== 0) throw new Error(`Cannot compile a program: ${stderr}`);
}

/** Returns the variables that Terraform sets for a provider. */
function handshakeEnvironment(): Record<string, string> {
  return {
    TF_PLUGIN_MAGIC_COOKIE:
      "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    PLUGIN_CLIENT_CERT: makeIdentity().certificate,
  };
}

async function firstLine(
  program: Program,
  env: Record<string, string>,
): Promise<Start> {
  const start = performance.now();
  const child = new Deno.Command(program.path, {
    args: [...program.args],
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let wall: number | undefined;
  let processor = NaN;
  for await (const chunk of child.stdout) {
    if (!chunk.includes(0x0a)) continue;
    wall = performance.now() - start;
    if (program.toEnd !== true) processor = processorTime(child.pid);
    break;
  }
  if (program.toEnd !== true) stop(child);
  await child.status;
  if (program.toEnd === true) wall = performance.now() - start;
  if (wall === undefined) {
    throw new Error(`${program.path} ended without a line: see it by hand`);
  }
  return { wall, processor };
}

function stop(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself, as a bare program does.
  }
}

function summarize(name: string, starts: readonly Start[]): StartTimes {
  const [first, ...warm] = starts;
  return {
    name,
    first: first?.wall ?? NaN,
    wall: figures(warm.map(({ wall }) => wall)),
    processor: figures(warm.map(({ processor }) => processor)),
  };
}
