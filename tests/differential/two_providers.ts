/**
 * The provider in Go and the one here, and calls that both are sent.
 *
 * @module
 */
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { bundle } from "../../provider/framework/cli/bundle.ts";
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import { record, type Value } from "../../provider/framework/values/value.ts";
import { project } from "../../tools/project.ts";
import { buildInGo } from "../bench/go_yardstick/build.ts";
import { launch, type ProviderProcess } from "../support/plugin_client.ts";
import {
  type Answer,
  clientCapabilities,
  diagnosticsOf,
  identityOf,
  identityType,
  meta,
  pathOf,
  valueOf,
} from "./answers.ts";
import type { Behaviour, ProviderDescription } from "./description.ts";

const rpc = tfplugin6.Provider;

/** A request. */
export type Request =
  | { readonly call: "validate"; readonly config: Value }
  | {
    readonly call: "plan";
    readonly prior: Value;
    readonly proposed: Value;
    readonly config: Value;
    readonly does: Behaviour;
  }
  | {
    readonly call: "apply";
    readonly prior: Value;
    readonly planned: Value;
    readonly config: Value;
    readonly does: Behaviour;
  }
  | { readonly call: "read"; readonly state: Value; readonly does: Behaviour }
  | { readonly call: "upgrade"; readonly json: string }
  | { readonly call: "import"; readonly id: string };

/** One of the two providers. */
export class Provider {
  readonly #process: ProviderProcess;

  /** Use {@linkcode twoProviders}. */
  constructor(process: ProviderProcess) {
    this.#process = process;
  }

  /** Ends the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }

  /** The schemas as they are sent. */
  async schemas(): Promise<tfplugin6.GetProviderSchema.Response> {
    return await this.#process.connection.rpc(rpc.GetProviderSchema, {});
  }

  /** Configures the provider, which needs nothing. */
  async configure(): Promise<void> {
    await this.#process.connection.rpc(rpc.ConfigureProvider, {
      terraformVersion: "1.14.0",
      config: { msgpack: encodeMsgpack(record([]), ["object", {}]) },
    });
  }

  /** Sends a request. */
  async ask(
    typeName: string,
    schema: Schema,
    request: Request,
  ): Promise<Answer> {
    const { connection } = this.#process;
    const type = objectType(schema);
    const wire = (value: Value) => ({ msgpack: encodeMsgpack(value, type) });
    switch (request.call) {
      case "validate":
        return diagnosticsOf(
          schema,
          await connection.rpc(rpc.ValidateResourceConfig, {
            typeName,
            config: wire(request.config),
            clientCapabilities,
          }),
        );
      case "plan": {
        const answer = await connection.rpc(rpc.PlanResourceChange, {
          typeName,
          priorState: wire(request.prior),
          proposedNewState: wire(request.proposed),
          config: wire(request.config),
          providerMeta: meta(request.does),
          priorIdentity: identityOf(request.prior),
          clientCapabilities,
        });
        return {
          ...diagnosticsOf(schema, answer),
          value: valueOf(answer.plannedState, type),
          replaces: answer.requiresReplace.map((path) =>
            pathOf(path).toString()
          ).sort(),
          identity: valueOf(
            answer.plannedIdentity?.identityData,
            identityType,
          ),
        };
      }
      case "apply": {
        const answer = await connection.rpc(rpc.ApplyResourceChange, {
          typeName,
          priorState: wire(request.prior),
          plannedState: wire(request.planned),
          config: wire(request.config),
          providerMeta: meta(request.does),
          plannedIdentity: identityOf(request.prior),
        });
        return {
          ...diagnosticsOf(schema, answer),
          value: valueOf(answer.newState, type),
          identity: valueOf(answer.newIdentity?.identityData, identityType),
        };
      }
      case "read": {
        const answer = await connection.rpc(rpc.ReadResource, {
          typeName,
          currentState: wire(request.state),
          providerMeta: meta(request.does),
          currentIdentity: identityOf(request.state),
          clientCapabilities,
        });
        return {
          ...diagnosticsOf(schema, answer),
          value: valueOf(answer.newState, type),
          identity: valueOf(answer.newIdentity?.identityData, identityType),
        };
      }
      case "upgrade": {
        const answer = await connection.rpc(rpc.UpgradeResourceState, {
          typeName,
          version: 0,
          rawState: { json: new TextEncoder().encode(request.json) },
        });
        return {
          ...diagnosticsOf(schema, answer),
          value: valueOf(answer.upgradedState, type),
        };
      }
      case "import": {
        const answer = await connection.rpc(rpc.ImportResourceState, {
          typeName,
          id: request.id,
          clientCapabilities,
        });
        const [made] = answer.importedResources;
        return {
          ...diagnosticsOf(schema, answer),
          value: valueOf(made?.state, type),
          identity: valueOf(made?.identity?.identityData, identityType),
        };
      }
    }
  }
}

/** Starts both; they end with the stack. */
export async function twoProviders(
  described: ProviderDescription,
  stack: AsyncDisposableStack,
): Promise<{ readonly ours: Provider; readonly theirs: Provider }> {
  const folder = await Deno.makeTempDir({ prefix: "differential_" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const file = `${folder}/resources.json`;
  await Deno.writeTextFile(file, JSON.stringify(described));
  await bundle(project, `${folder}/ours.js`, {
    entry: "tests/differential/program.ts",
  });
  await buildInGo(`${folder}/theirs`, "./differential");
  const start = async (command: readonly [string, ...string[]]) => {
    const env = {
      DIFFERENTIAL_RESOURCES: file,
      // The logs of the library in Go would be most of what is sent, and the
      // collection of its garbage a third of what it costs.
      TF_LOG_SDK: "OFF",
      GOGC: "400",
    };
    const provider = stack.use(new Provider(await launch(command, { env })));
    await provider.configure();
    return provider;
  };
  const deno = ["run", "-A", "--quiet", "--no-config", "--no-lock"];
  return {
    ours: await start([Deno.execPath(), ...deno, `${folder}/ours.js`]),
    theirs: await start([`${folder}/theirs`]),
  };
}
