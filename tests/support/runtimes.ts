/**
 * The other runtimes that the client is for.
 *
 * @module
 */
import { isMissing } from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { fromNpm, type MissingDependency } from "./npm.ts";

/** A program of another runtime. */
export interface Runtime {
  /** Its path, or its name on PATH. */
  readonly program: string;
}

/** The Bun that is used where PATH has none. */
const bunVersion = "1.4.5";

/** Those of Node that the client is for, each as its npm package has it. */
const nodeVersions = ["20.18.1", "22.12.0", "24.9.0"];

/** Node on PATH, of version 20 or newer. */
export function findNode(): Promise<Runtime | MissingDependency> {
  return runs("node", 20);
}

/** Each version of Node that the client is for, by its first number. */
export async function findNodes(): Promise<
  readonly (readonly [major: string, node: Runtime | MissingDependency])[]
> {
  const os = Deno.build.os === "windows" ? "win" : Deno.build.os;
  const machine = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const name = `node-${os}-${machine}`;
  return await Promise.all(nodeVersions.map(async (version) => {
    const [major = ""] = version.split(".");
    const installed = await fromNpm([`${name}@${version}`]);
    if ("reason" in installed) return [major, installed] as const;
    const suffix = os === "win" ? ".exe" : "";
    const program = `${installed.modules}/${name}/bin/node${suffix}`;
    return [major, await runs(program, Number(major))] as const;
  }));
}

/** Bun on PATH, else the one of its npm package. */
export async function findBun(): Promise<Runtime | MissingDependency> {
  const there = await runs("bun", 1);
  if ("program" in there) return there;
  const machine = Deno.build.arch === "aarch64" ? "aarch64" : "x64";
  const name = `@oven/bun-${Deno.build.os}-${machine}`;
  const installed = await fromNpm([`${name}@${bunVersion}`]);
  if ("reason" in installed) {
    return { reason: `${there.reason}, and ${installed.reason}` };
  }
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  return await runs(`${installed.modules}/${name}/bin/bun${suffix}`, 1);
}

/** Starts a program, and checks that it is new enough. */
async function runs(
  program: string,
  from: number,
): Promise<Runtime | MissingDependency> {
  try {
    const { code, stdout, stderr } = await run(program, ["--version"]);
    if (code !== 0) return { reason: `${program} does not run: ${stderr}` };
    const major = Number(/\d+/.exec(stdout)?.[0]);
    return major >= from
      ? { program }
      : { reason: `${program} is older than ${from}` };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { reason: `${program} is not installed` };
  }
}
