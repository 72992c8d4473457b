/**
 * Routes: one RPC as bytes in and bytes out. What goes wrong on the way is
 * answered in the form that the RPC has for it; nothing here ends the process.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Codec, type Init, WireError } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { LoadableParts } from "../define/provider.ts";
import { type Diagnostic, DiagnosticsError } from "../diagnostics.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import {
  RpcError,
  type RpcService,
  Status,
  type StreamHandler,
  type UnaryHandler,
} from "../plugin/call.ts";
import { type CallLog, type RpcLog, silentRpcLog } from "./log.ts";
import { wireDiagnostics } from "./messages.ts";
import { RequestError, Values } from "./values.ts";

/** A method as a server sees it: it reads requests and writes responses. */
export interface ServedMethod<Message, Response> {
  /** Path of the call, such as `/tfplugin6.Provider/ReadResource`. */
  readonly path: string;
  /** Reads what the client sends. */
  readonly request: Pick<Codec<Message>, "decode">;
  /** Writes what the server sends. */
  readonly response: Pick<Codec<Response>, "encode">;
}

/** How one RPC goes from its message to the engine and back. */
export interface Rpc<Message, Request, Answer, Response, Result> {
  /** The kind of definition that the type name of the message names. */
  readonly about?: keyof LoadableParts;
  /** The kind whose objects the answer holds; default: the same. */
  readonly answers?: keyof LoadableParts;
  /** Loads the function of the engine, at the first call. */
  readonly engine: () => Promise<
    (server: ProviderServer, request: Request, call: EngineCall) => Result
  >;
  /** Decodes the message. */
  read(message: Message, values: Values, server: ProviderServer): Request;
  /** Encodes what the engine answers. */
  write(
    answer: Answer,
    values: Values,
    message: Message,
    server: ProviderServer,
  ): Init<Response>;
  /** Makes the answer that tells what went wrong. */
  refuse(diagnostic: Diagnostic): Init<Response>;
}

/** Answers with the diagnostic, in the field that most responses have. */
export function refuse(
  diagnostic: Diagnostic,
): { readonly diagnostics: readonly Init<tfplugin6.Diagnostic>[] } {
  return { diagnostics: wireDiagnostics([diagnostic]) };
}

/** One RPC of a service. */
export interface Route {
  /** The name of the method. */
  readonly name: string;
  /** Makes the handler of an RPC that answers with one message. */
  readonly unary?: (
    server: ProviderServer,
    log: RpcLog,
    answers: Readonly<Record<string, string>>,
  ) => UnaryHandler;
  /** Makes the handler of an RPC that answers with any number of messages. */
  readonly stream?: (server: ProviderServer, log: RpcLog) => StreamHandler;
}

/** The route of an RPC that answers with one message. */
export function unary<Message, Request, Answer, Response>(
  method: ServedMethod<Message, Response>,
  rpc: Rpc<Message, Request, Answer, Response, Promise<Answer>>,
): Route {
  const name = methodName(method.path);
  const encode = (message: Init<Response>) =>
    method.response.encode(message).finish();
  return {
    name,
    unary: (server, log) => async (bytes, call) => {
      const message = decode(method, bytes);
      const typeName = subject(message);
      const entry = log.begin(name, typeName);
      try {
        const { engine, input, output } = await prepare(server, rpc, typeName);
        const request = rpc.read(message, input, server);
        const answer = await engine(server, request, call);
        return encode(rpc.write(answer, output, message, server));
      } catch (cause) {
        return encode(rpc.refuse(failed(cause, entry)));
      } finally {
        entry.end();
      }
    },
  };
}

/** The route of an RPC that answers with any number of messages. */
export function stream<Message, Request, Answer, Response>(
  method: ServedMethod<Message, Response>,
  rpc: Rpc<Message, Request, Answer, Response, AsyncIterable<Answer>>,
): Route {
  const name = methodName(method.path);
  const encode = (message: Init<Response>) =>
    method.response.encode(message).finish();
  return {
    name,
    stream: (server, log) =>
      async function* (bytes, call) {
        const message = decode(method, bytes);
        const typeName = subject(message);
        const entry = log.begin(name, typeName);
        try {
          const { engine, input, output } = await prepare(
            server,
            rpc,
            typeName,
          );
          const request = rpc.read(message, input, server);
          for await (const answer of engine(server, request, call)) {
            yield encode(rpc.write(answer, output, message, server));
          }
        } catch (cause) {
          yield encode(rpc.refuse(failed(cause, entry)));
        } finally {
          entry.end();
        }
      },
  };
}

/** Loads what a call needs: the engine's part, and the definition. */
async function prepare<Engine>(
  server: ProviderServer,
  rpc: {
    readonly engine: () => Promise<Engine>;
    readonly about?: keyof LoadableParts;
    readonly answers?: keyof LoadableParts;
  },
  typeName: string | undefined,
): Promise<
  { readonly engine: Engine; readonly input: Values; readonly output: Values }
> {
  const valuesOf = async (kind: keyof LoadableParts | undefined) => {
    if (kind === undefined || typeName === undefined) {
      return new Values(server, undefined);
    }
    await server[kind].load(typeName);
    return new Values(server, server[kind].get(typeName));
  };
  const { about, answers = about } = rpc;
  const input = await valuesOf(about);
  const output = answers === about ? input : await valuesOf(answers);
  return { engine: await rpc.engine(), input, output };
}

/**
 * The route of an RPC whose answer never changes: it is made once, or was made
 * when the provider was built.
 */
export function once({ name, unary }: Route): Route {
  if (unary === undefined) throw new Error(`${name} answers more than once`);
  return {
    name,
    unary: (server, log, answers) => {
      const handle = unary(server, log, answers);
      const built = answers[name];
      const make: UnaryHandler = built === undefined
        ? handle
        : () => Promise.resolve(Buffer.from(built, "base64"));
      let made: Promise<Uint8Array> | undefined;
      return (request, call) => {
        made ??= make(request, call).catch((cause: unknown) => {
          made = undefined;
          throw cause;
        });
        return made;
      };
    },
  };
}

/** The options of a service. */
export interface ServiceOptions {
  /** Where calls are logged; default: nowhere. */
  readonly log?: RpcLog;
  /**
   * Answers that were made before, in base64, by the names of their RPCs:
   * GetProviderSchema and GetResourceIdentitySchemas; default: none.
   */
  readonly answers?: Readonly<Record<string, string>>;
}

/** Makes the service that these routes describe. */
export function serviceOf(
  server: ProviderServer,
  routes: readonly Route[],
  { log = silentRpcLog, answers = {} }: ServiceOptions,
): RpcService {
  const service = {
    unary: {} as Record<string, UnaryHandler>,
    serverStream: {} as Record<string, StreamHandler>,
  };
  for (const { name, unary, stream } of routes) {
    if (unary !== undefined) service.unary[name] = unary(server, log, answers);
    if (stream !== undefined) service.serverStream[name] = stream(server, log);
  }
  return service;
}

/** The last part of a path such as `/tfplugin6.Provider/ReadResource`. */
function methodName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function decode<Message>(
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
function subject(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  for (const field of ["typeName", "actionType", "targetTypeName", "name"]) {
    const value: unknown = Reflect.get(message, field);
    if (typeof value === "string") return value;
  }
  return undefined;
}

function failed(cause: unknown, entry: CallLog): Diagnostic {
  entry.fail(cause);
  if (cause instanceof RequestError) return cause.diagnostic;
  const [first] = cause instanceof DiagnosticsError ? cause.diagnostics : [];
  return first ?? {
    severity: "error",
    summary: "The provider failed",
    detail: "An unexpected error occurred in the provider: " +
      `${cause instanceof Error ? cause.message : String(cause)}. This is a ` +
      "bug in the provider; report it to its developers.",
  };
}
