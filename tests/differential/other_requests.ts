/**
 * Requests about all that is no life of a resource.
 *
 * @module
 */
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import { encodeJson } from "../../provider/framework/values/json.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import {
  isValueObject,
  member,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import type { PluginConnection } from "../support/plugin_client.ts";
import {
  type Answer,
  answered,
  clientCapabilities,
  identityType,
  meta,
  valueOf,
} from "./answers.ts";
import type { Behaviour } from "./described.ts";

const rpc = tfplugin6.Provider;

const validations = {
  data_source: rpc.ValidateDataResourceConfig,
  ephemeral_resource: rpc.ValidateEphemeralResourceConfig,
  list_resource: rpc.ValidateListResourceConfig,
  action: rpc.ValidateActionConfig,
} as const;

/** A request about a data source, ephemeral resource, function and so on. */
export type OtherRequest =
  | {
    readonly call: "validate_other";
    readonly of: keyof typeof validations;
    readonly config: Value;
  }
  | {
    readonly call: "read_data";
    readonly config: Value;
    readonly does: Behaviour;
  }
  | { readonly call: "open"; readonly config: Value }
  | { readonly call: "renew" | "close" }
  | { readonly call: "plan_action" | "invoke"; readonly config: Value }
  | {
    readonly call: "list";
    readonly config: Value;
    readonly resource: Schema;
    readonly limit: number;
    readonly includeResource: boolean;
  }
  | {
    readonly call: "call";
    readonly arguments: readonly (readonly [Value, Type])[];
  }
  | { readonly call: "move"; readonly from: string; readonly json: string };

/** Sends a request. The value of a function is in an object with `result`. */
export async function askOther(
  connection: PluginConnection,
  typeName: string,
  schema: Schema,
  request: OtherRequest,
  before: Answer | undefined,
): Promise<Answer> {
  const type = objectType(schema);
  const wire = (value: Value) => ({ msgpack: encodeMsgpack(value, type) });
  switch (request.call) {
    case "validate_other": {
      const config = wire(request.config);
      return answered(
        schema,
        request.of === "action"
          ? await connection.rpc(rpc.ValidateActionConfig, { typeName, config })
          : await connection.rpc(validations[request.of], { typeName, config }),
      );
    }
    case "read_data": {
      const answer = await connection.rpc(rpc.ReadDataSource, {
        typeName,
        config: wire(request.config),
        providerMeta: meta(request.does),
        clientCapabilities,
      });
      return {
        ...answered(schema, answer),
        value: valueOf(answer.state, type),
      };
    }
    case "open": {
      const answer = await connection.rpc(rpc.OpenEphemeralResource, {
        typeName,
        config: wire(request.config),
        clientCapabilities,
      });
      return {
        ...answered(schema, answer),
        value: valueOf(answer.result, type),
        private: answer.private,
        told: timeTold(answer),
      };
    }
    case "renew": {
      const answer = await connection.rpc(rpc.RenewEphemeralResource, {
        typeName,
        private: before?.private,
      });
      return {
        ...answered(schema, answer),
        private: answer.private,
        told: timeTold(answer),
      };
    }
    case "close": {
      const answer = await connection.rpc(rpc.CloseEphemeralResource, {
        typeName,
        private: before?.private,
      });
      return answered(schema, answer);
    }
    case "plan_action": {
      const answer = await connection.rpc(rpc.PlanAction, {
        actionType: typeName,
        config: wire(request.config),
        clientCapabilities,
      });
      return answered(schema, answer);
    }
    case "invoke": {
      const told: string[] = [];
      const diagnostics: tfplugin6.Diagnostic[] = [];
      const events = connection.rpcStream(rpc.InvokeAction, {
        actionType: typeName,
        config: wire(request.config),
        clientCapabilities,
      });
      for await (const { progress, completed } of events) {
        if (progress !== undefined) told.push(progress.message);
        diagnostics.push(...completed?.diagnostics ?? []);
      }
      return { ...answered(schema, { diagnostics }), told };
    }
    case "list": {
      const told: string[] = [];
      const diagnostics: tfplugin6.Diagnostic[] = [];
      const events = connection.rpcStream(rpc.ListResource, {
        typeName,
        config: wire(request.config),
        includeResourceObject: request.includeResource,
        limit: request.limit,
      });
      const resource = objectType(request.resource);
      for await (const event of events) {
        diagnostics.push(...event.diagnostic);
        const id = valueOf(event.identity?.identityData, identityType);
        told.push(
          event.displayName,
          encodeJson(id, identityType),
          encodeJson(valueOf(event.resourceObject, resource), resource),
        );
      }
      return { ...answered(schema, { diagnostics }), told };
    }
    case "call": {
      const { result, error } = await connection.rpc(rpc.CallFunction, {
        name: typeName,
        arguments: request.arguments.map(([value, type]) => ({
          msgpack: encodeMsgpack(value, type),
        })),
      });
      if (error !== undefined) {
        const line = `error ${error.functionArgument ?? "of all"}`;
        return { diagnostics: [line], says: error.text };
      }
      const { type } = schema.attributes["result"] ?? { type: "dynamic" };
      const value = record([["result", valueOf(result, type)]]);
      return { diagnostics: [], says: "", value };
    }
    case "move": {
      const answer = await connection.rpc(rpc.MoveResourceState, {
        sourceProviderAddress: "registry.terraform.io/acme/other",
        sourceTypeName: request.from,
        sourceState: { json: new TextEncoder().encode(request.json) },
        targetTypeName: typeName,
      });
      return {
        ...answered(schema, answer),
        value: valueOf(answer.targetState, type),
        identity: valueOf(answer.targetIdentity?.identityData, identityType),
      };
    }
  }
}

function timeTold(
  { renewAt }: Pick<tfplugin6.RenewEphemeralResource.Response, "renewAt">,
): string[] {
  return renewAt === undefined ? [] : [String(renewAt.seconds)];
}

/** The configuration, which says what the service does. */
export function withBehaviour(config: Value, does: Behaviour): Value {
  if (!isValueObject(config)) return config;
  const behaviour = member(config, "behaviour");
  return behaviour === undefined ? config : record([
    ...Object.entries(config),
    ["behaviour", JSON.stringify(does)],
  ]);
}
