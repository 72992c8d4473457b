/**
 * The life of an object, as the CLI leads it: what the provider does while V8
 * compiles the functions that its users are going to need.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { plugin } from "@hf-terraform/tfplugin/go_plugin";
import { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import { type LazyProvider, loadProvider } from "../define/provider.ts";
import { startProvider } from "../plugin/child.ts";
import type { PluginConnection } from "../plugin/connection.ts";
import { wireValue } from "../rpc/values.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { decodeJson } from "../values/json.ts";

const rpc = tfplugin6.Provider;

/** The objects of a rehearsal, and where their service is. */
interface Objects {
  /** Variables of the provider's process. */
  readonly env: Readonly<Record<string, string>>;
  /** A configuration for each type of resource that is made and destroyed. */
  readonly resources: Readonly<Record<string, object>>;
}

/**
 * Starts the provider and has it validate, plan, create, read and destroy
 * objects. Without any it is only asked for its schema, and given an empty
 * configuration.
 *
 * @throws {Error} If it reports an error.
 */
export async function rehearse(
  provider: LazyProvider,
  command: readonly [string, ...string[]],
  objects?: Objects,
): Promise<void> {
  const { schema, resources } = await loadProvider(provider);
  const { connection, ended } = await startProvider({ command }, objects?.env);
  await connection.rpc(rpc.GetProviderSchema, {});
  const config = configurationOf(schema, {});
  await connection.rpc(rpc.ValidateProviderConfig, { config });
  const configured = await connection.rpc(rpc.ConfigureProvider, {
    terraformVersion: "1.15.0",
    config,
  });
  if (objects !== undefined) succeed(configured);
  for (const [name, fields] of Object.entries(objects?.resources ?? {})) {
    const resource = resources.find(({ typeName }) => typeName === name);
    if (resource === undefined) throw new Error(`There is no resource ${name}`);
    await live(connection, name, resource.schema, fields);
  }
  // The answer may be lost, as the CLI's is.
  await connection.rpc(plugin.GRPCController.Shutdown, {}).catch(() => {});
  await ended;
  connection.close();
}

type Wire = ReturnType<typeof configurationOf>;

/** The life of one object. */
async function live(
  connection: PluginConnection,
  typeName: string,
  schema: Schema,
  fields: object,
): Promise<void> {
  const config = configurationOf(schema, fields);
  const none = wireValue(null, undefined);
  const call = async <Request extends object, Response extends Answer>(
    method: Parameters<typeof connection.rpc<Request, Response>>[0],
    request: Parameters<typeof connection.rpc<Request, Response>>[1],
  ) => succeed(await connection.rpc(method, { typeName, ...request }));
  const change = async (
    priorState: Wire,
    config: Wire,
    priorPrivate: Uint8Array = Buffer.alloc(0),
  ) => {
    const plan = await call(rpc.PlanResourceChange, {
      priorState,
      proposedNewState: config,
      config,
      priorPrivate,
    });
    return await call(rpc.ApplyResourceChange, {
      priorState,
      config,
      plannedState: plan.plannedState ?? none,
      plannedPrivate: plan.plannedPrivate,
    });
  };
  await call(rpc.ValidateResourceConfig, { config });
  const { newState, private: kept } = await change(none, config);
  await call(rpc.UpgradeResourceState, {
    version: schema.version ?? 0,
    rawState: { json: Buffer.from(JSON.stringify(fields)) },
  });
  await call(rpc.ReadResource, {
    currentState: newState ?? none,
    private: kept,
  });
  await call(rpc.PlanResourceChange, {
    priorState: newState ?? none,
    proposedNewState: newState ?? none,
    config,
    priorPrivate: kept,
  });
  await change(newState ?? none, none, kept);
}

/** The message of a configuration; what it leaves out is null. */
function configurationOf(schema: Schema, fields: object) {
  const type = objectType(schema);
  return wireValue(decodeJson(JSON.stringify(fields), type), type);
}

interface Answer {
  readonly diagnostics: readonly tfplugin6.Diagnostic[];
}

/** @throws {Error} If the answer reports an error. */
function succeed<T extends Answer>(answer: T): T {
  const { ERROR } = tfplugin6.Diagnostic.Severity;
  const found = answer.diagnostics.find(({ severity }) => severity === ERROR);
  if (found === undefined) return answer;
  throw new Error(
    `The rehearsal of the provider failed: ${found.summary}: ${found.detail}`,
  );
}
