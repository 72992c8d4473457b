/**
 * Providers that run by themselves, to which any number of commands of the CLI
 * are attached: `plan` starts three providers of its own, `apply` four.
 *
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";
import type { LazyProvider } from "../define/provider.ts";
import type { ProviderProcess } from "../plugin/child.ts";
import { reattachJson } from "../plugin/handshake.ts";
import { preparePlatform } from "../plugin/platform.ts";
import { startPlugin } from "../plugin/plugin.ts";
import { makeService, type MuxPart } from "../rpc/make_service.ts";

/**
 * A provider to test: a definition, which the test's own process serves, so
 * that a debugger, a stub of `fetch` and a clock reach it; or the command that
 * starts it, which takes `--debug` as every provider of this framework does.
 */
export type TestedProvider = MuxPart;

/** Whether a provider is served by the test's own process. */
export function isServedHere(
  provider: TestedProvider,
): provider is LazyProvider {
  return !("command" in provider);
}

/** A provider to which the CLI can be attached. */
export interface AttachableProvider {
  /** Its entry in `TF_REATTACH_PROVIDERS`. */
  readonly reattach: unknown;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Serves a provider in this process. */
export async function serveHere(
  provider: LazyProvider,
): Promise<AttachableProvider> {
  const protocol = 6;
  const service = {
    serviceName: `tfplugin${protocol}.Provider`,
    load: () => makeService(provider, protocol),
  };
  await preparePlatform();
  const plugin = await startPlugin([service], undefined, true);
  await plugin.load();
  const source = "provider";
  return {
    reattach: JSON.parse(
      reattachJson({ ...plugin, source, protocol, pid: process.pid }),
    )[source],
    stop: () => Promise.resolve(plugin.close()),
  };
}

/**
 * Starts a provider in a process of its own.
 *
 * @param env All variables that it sees.
 * @throws {Error} If it ends before it has told how to attach it.
 */
export async function startApart(
  { command: [program, ...args] }: ProviderProcess,
  env: Readonly<Record<string, string>>,
): Promise<AttachableProvider> {
  const { match, stop } = await startProgram(
    [program, ...args, "--debug"],
    env,
    /TF_REATTACH_PROVIDERS='(.*)'/,
  );
  const [told]: readonly unknown[] = Object.values(JSON.parse(
    match[1]?.replaceAll("'\\''", "'") ?? "",
  ));
  return { reattach: told, stop };
}

/** A program that runs. */
interface RunningProgram {
  /** The match of the pattern in its standard output. */
  readonly match: RegExpExecArray;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a program, and waits until its standard output matches `pattern`.
 *
 * @param env All variables that it sees.
 * @throws {Error} If it cannot be started, or ends before.
 */
function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<RunningProgram> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env },
  });
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => resolve())
  );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    let text = "";
    let errors = "";
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const match = pattern.exec(text);
      if (match !== null) resolve({ match, stop });
    });
    // What it logs later is read too, or it would wait, and dropped.
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      errors = (errors + part).slice(-2_000);
    });
    ended.then(() => reject(new Error(`${program} ended: ${text}${errors}`)));
  });
}
