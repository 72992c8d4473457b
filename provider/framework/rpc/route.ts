/**
 * Routes: one RPC as bytes in and bytes out. What goes wrong on the way is
 * answered in the form that the RPC has for it; nothing here ends the process.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Codec, type Init, WireError } from "@hf-terraform/tfplugin/codec";
import type { Method } from "@hf-terraform/tfplugin/service";
import {
  type Diagnostic,
  diagnostic,
  DiagnosticsError,
} from "../diagnostics.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import {
  RpcError,
  type RpcService,
  Status,
  type StreamHandler,
  type UnaryHandler,
} from "../plugin/call.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { type CallLog, type RpcLog, rpcLog } from "./log.ts";
import type { ConfigurationScope } from "./messages.ts";
import type { Subject } from "./values.ts";
import { isValueObject, type ValueObject } from "../values/value.ts";

/** A method as a server sees it: it reads requests and writes responses. */
export interface ServedMethod<Message, Response> {
  /** Path of the call, such as `/tfplugin6.Provider/ReadResource`. */
  readonly path: string;
  readonly kind: Method<Message, Response>["kind"];
  readonly request: Pick<Codec<Message>, "decode" | "fields">;
  readonly response: Pick<Codec<Response>, "encode" | "fields">;
}

/** Definitions that the values of a message belong to. */
export interface Scope {
  readonly server: ProviderServer;
  /** The definition of the call; undefined: an unknown type, or none. */
  readonly subject: Subject | undefined;
  /** The configuration that diagnostics point into; undefined: none. */
  readonly configuration: ConfigurationScope | undefined;
}

/** Conversion of one RPC from its message to the engine and back. */
export interface Rpc<Message, Request, EngineResponse, Response> {
  /** Kind used to encode the response; default: the method's. */
  readonly responseKind?: "resources";
  /** The function of the engine. */
  readonly engine: (
    server: ProviderServer,
    request: Request,
    call: EngineCall,
  ) => Promise<EngineResponse> | AsyncIterable<EngineResponse>;
  read(message: Message, scope: Scope): Request;
  write(
    response: EngineResponse,
    scope: Scope,
    message: Message,
  ): Init<Response>;
  /** Makes the response for an error. */
  refuse(
    diagnostic: Diagnostic,
    configuration: ConfigurationScope | undefined,
  ): Init<Response>;
}

export interface Route {
  readonly name: string;
  readonly kind: Method<unknown, unknown>["kind"];
  readonly serve: (server: ProviderServer, log: RpcLog) => StreamHandler;
}

export function route<Message, Request, EngineResponse, Response>(
  method: ServedMethod<Message, Response>,
  rpc: Rpc<Message, Request, EngineResponse, Response>,
): Route {
  const name = methodName(method.path);
  const serve: Route["serve"] = (server, log) =>
    async function* (bytes, call) {
      const message = decodeMessage(method, bytes);
      const typeName = typeNameOf(message);
      const entry = log(name, typeName);
      const encode = (response: Init<Response>) =>
        method.response.encode(response).finish();
      const subjectOf = async (kind: Kind | undefined) => {
        if (kind === undefined) return server.provider;
        if (kind === "functions" || typeName === undefined) return undefined;
        return await server.definitions[kind].load(typeName);
      };
      let configuration: ConfigurationScope | undefined;
      try {
        const subject = await subjectOf(kindOf(name));
        const told = rpc.responseKind
          ? await subjectOf(rpc.responseKind)
          : subject;
        const schema = subject?.schema;
        configuration = schema && { schema, config: undefined };
        const request = rpc.read(message, { server, subject, configuration });
        configuration = schema && { schema, config: requestConfig(request) };
        const scope = { server, subject: told, configuration };
        const result = rpc.engine(server, request, call);
        const made = Symbol.asyncIterator in result ? result : [result];
        for await (const response of made) {
          yield encode(rpc.write(response, scope, message));
        }
      } catch (cause) {
        yield encode(
          rpc.refuse(failureDiagnostic(cause, entry), configuration),
        );
      } finally {
        entry.end();
      }
    };
  return { name, kind: method.kind, serve };
}

/**
 * Makes the service of a provider.
 *
 * @param prebuilt Responses, in base64, by the names of their RPCs:
 *   GetProviderSchema and GetResourceIdentitySchemas; default: none.
 */
export function serviceOf(
  server: ProviderServer,
  protocol: 5 | 6,
  routes: readonly Route[],
  prebuilt: Readonly<Record<string, string>> = {},
): RpcService {
  const log = rpcLog(protocol);
  const service = {
    unary: {} as Record<string, UnaryHandler>,
    serverStream: {} as Record<string, StreamHandler>,
  };
  for (const { name, kind, serve } of routes) {
    const stream = serve(server, log);
    const built = prebuilt[name];
    if (kind !== "unary") service.serverStream[name] = stream;
    else if (built !== undefined) {
      service.unary[name] = () => Promise.resolve(Buffer.from(built, "base64"));
    } else {
      service.unary[name] = async (bytes, call) => {
        const [response] = await Array.fromAsync(stream(bytes, call));
        return response ?? new Uint8Array();
      };
    }
  }
  return service;
}

/** The last part of a path such as `/tfplugin6.Provider/ReadResource`. */
export function methodName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function decodeMessage<Message>(
  method: ServedMethod<Message, unknown>,
  bytes: Uint8Array,
): Message {
  try {
    return method.request.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    throw new RpcError(Status.INVALID_ARGUMENT, cause.message);
  }
}

/** The type or function that a message is about; undefined: the provider. */
export function typeNameOf(message: unknown): string | undefined {
  for (const field of ["typeName", "actionType", "targetTypeName", "name"]) {
    const value: unknown = Reflect.get(Object(message), field);
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The configuration in a request; undefined: it has none. */
function requestConfig(request: unknown): ValueObject | undefined {
  const config: unknown = Reflect.get(Object(request), "config");
  return isValueObject(config) ? config : undefined;
}

function failureDiagnostic(cause: unknown, entry: CallLog): Diagnostic {
  entry.fail(cause);
  const [first] = cause instanceof DiagnosticsError ? cause.diagnostics : [];
  return first ?? diagnostic(
    "error",
    "The provider failed",
    "An unexpected error occurred in the provider: " +
      `${cause instanceof Error ? cause.message : String(cause)}. This is a ` +
      "bug in the provider; report it to its developers.",
  );
}
