/**
 * The echo provider, and how tests talk to it.
 *
 * @module
 */
import {
  launch,
  type LaunchOptions,
  type PluginConnection,
  type ProviderProcess,
} from "../../../support/plugin_client.ts";
import { encodeText } from "../../../support/text.ts";

const PROGRAM = new URL("./echo_provider.ts", import.meta.url).pathname;
const IMPORTS = new URL("../../../offline/import_map.json", import.meta.url);

const COMMAND: readonly [string, ...string[]] = [
  Deno.execPath(),
  "run",
  "--allow-all",
  "--no-check",
  "--no-lock",
  `--import-map=${IMPORTS.pathname}`,
  PROGRAM,
];

const [program, ...rest] = COMMAND;

/** The program that runs the echo provider. */
export const RUN: string = program;

/** Its arguments. */
export const ARGS: readonly string[] = rest;
/** The service of protocol 6. */
export const SIX = "/tfplugin6.Provider";

/** Starts the echo provider. */
export function startEcho(options?: LaunchOptions): Promise<ProviderProcess> {
  return launch(COMMAND, options);
}

/** Calls a method of the echo provider with text. */
export async function callEcho(
  connection: PluginConnection,
  method: string,
  request = "x",
): Promise<string> {
  const response = await connection.call(
    `${SIX}/${method}`,
    encodeText(request),
  );
  return new TextDecoder().decode(response);
}

/** The status a call fails with. */
export async function failure(
  call: Promise<unknown>,
): Promise<{ code: number; details: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && "code" in error && "details" in error) {
      return { code: Number(error.code), details: String(error.details) };
    }
    throw error;
  }
  throw new Error("The call succeeded");
}

/** Tries until `met` says yes; fails after many tries. */
export async function waitUntil(met: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (await met()) return;
  }
  throw new Error("It does not happen");
}

/** Whether something is there. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
