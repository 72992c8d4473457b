/**
 * Runs the examples as their headers say, against a sandbox.
 *
 * @module
 */
import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";
import { inRoot, root } from "../../tools/paths.ts";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";
import type { RunningSandbox } from "../support/sandbox_server.ts";

/** All scripts for people to copy. */
export async function exampleNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(inRoot("examples/client"))) {
    if (name.endsWith(".ts")) names.push(name);
  }
  return names.toSorted();
}

/** The text of an example. */
export function readExample(name: string): Promise<string> {
  return Deno.readTextFile(inRoot(`examples/client/${name}`));
}

/** The permissions that an example's header gives it. */
export function permissionsOf(text: string): string[] {
  const command = /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  return Array.from(command.matchAll(/--allow-[a-z]+(?:=[^\s"]+)?/g), String);
}

/** The command line of an example, with the sandbox for the real hosts. */
export async function commandOf(
  name: string,
  sandbox: RunningSandbox,
  args: readonly string[],
): Promise<string[]> {
  const permissions = permissionsOf(await readExample(name));
  assert(permissions.length > 0, `${name} says no permissions`);
  const { host } = new URL(sandbox.url);
  const services = /^(\*\.|api\.)?(endpoints\.)?huggingface\.(co|cloud)$/;
  const allowed = permissions.map((flag) => {
    const [kind = "", list = ""] = flag.split("=");
    if (kind !== "--allow-net") return flag;
    const hosts = list.split(",").map((it) => services.test(it) ? host : it);
    return `${kind}=${[...new Set(hosts)].join(",")}`;
  });
  return [
    "run",
    "--no-prompt",
    "--no-lock",
    "--quiet",
    ...offlineMap(),
    ...allowed,
    inRoot(`examples/client/${name}`),
    ...args,
  ];
}

/** Options for the run of an example. */
export interface ExampleOptions {
  /** Variables beside those of the sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that it may read beside those of its header. */
  readonly allowEnv?: readonly string[];
}

/** Runs an example to its end, with nothing of the caller's environment. */
export async function runExample(
  name: string,
  sandbox: RunningSandbox,
  args: readonly string[],
  options: ExampleOptions = {},
): Promise<RunResult> {
  const command = (await commandOf(name, sandbox, args)).map((argument) =>
    argument.startsWith("--allow-env=")
      ? [argument, ...options.allowEnv ?? []].join(",")
      : argument
  );
  return await run(Deno.execPath(), command, {
    cwd: root,
    clearEnv: true,
    env: { ...baseEnvironment(), ...sandbox.env, ...options.env },
  });
}

/** Returns the variables that Deno itself needs. */
export function baseEnvironment(): Record<string, string> {
  const env: Record<string, string> = {
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
  };
  for (const name of ["PATH", "HOME", "DENO_DIR", "JSR_URL", "SystemRoot"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** The stand-ins for JSR, where these tests themselves run with them. */
export function offlineMap(): string[] {
  return import.meta.resolve("@std/assert").startsWith("file:")
    ? ["--import-map", fileURLToPath(mapUrl)]
    : [];
}

const mapUrl = new URL("../offline/import_map.json", import.meta.url);
