/**
 * Providers that run by themselves, to which any number of commands of the CLI
 * are attached: `plan` starts three providers of its own, `apply` four.
 *
 * @module
 */

import type { LazyProvider } from "../define/provider.ts";
import type { ProviderProcess } from "../plugin/child.ts";
import { reattachJson } from "../plugin/handshake.ts";
import { preparePlatform } from "../plugin/platform.ts";
import { startPlugin } from "../plugin/plugin.ts";
import { makeService, type MuxPart } from "../rpc/make_service.ts";
import { processId, startProgram } from "./platform.ts";

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
      reattachJson({ ...plugin, source, protocol, pid: processId }),
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
