/**
 * The test provider as a process of its own.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../provider/framework/values/value.ts";
import { launch, type ProviderProcess } from "../support/plugin_client.ts";
import { labCommand } from "./lab_program.ts";
import { encodeValue } from "../provider/framework/rpc/support.ts";

const rpc = tfplugin6.Provider;

/** An object of values. */
export function fields(entries: Readonly<Record<string, Value>>): ValueObject {
  return record(Object.entries(entries));
}

/** The provider block's value. */
function providerConfig(folder: string): { msgpack: Uint8Array } {
  return encodeValue(fields({ folder }), ["object", { folder: "string" }]);
}

/** Starts the provider without TLS, and configures it. */
export async function startPlain(
  objects: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ProviderProcess> {
  const process = await launch(await labCommand("main.ts"), {
    tls: false,
    env,
  });
  const config = providerConfig(objects);
  await process.connection.rpc(rpc.ConfigureProvider, { config });
  return process;
}

/** Fails unless the process still answers as it should. */
export async function livesOn({ connection }: ProviderProcess): Promise<void> {
  const { functions } = await connection.rpc(rpc.GetFunctions, {});
  assertEquals(Object.keys(functions).sort(), ["join", "same"]);
}
