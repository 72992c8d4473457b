/**
 * Routes: one RPC as bytes in and bytes out. What goes wrong on the way is
 * answered in the form that the RPC has for it; nothing here ends the process.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Codec, type Init, WireError } from "@hf-terraform/tfplugin/codec";
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
import type { Configuration } from "./messages.ts";
import { RequestError, type Subject } from "./values.ts";
import { isValueObject, type ValueObject } from "../values/value.ts";

/** A method as a server sees it: it reads requests and writes responses. */
export interface ServedMethod<Message, Response> {
  /** Path of the call, such as `/tfplugin6.Provider/ReadResource`. */
  readonly path: string;
  /** Reads what the client sends. */
  readonly request: Pick<Codec<Message>, "decode" | "fields">;
  /** Writes what the server sends. */
  readonly response: Pick<Codec<Response>, "encode" | "fields">;
}

/** The kinds of definitions that calls are about. */
export type RoutedKind = keyof LoadableParts | "provider";

/** What the values of a message belong to. */
export interface Scope {
  /** The provider. */
  readonly server: ProviderServer;
  /** What the call is about; undefined: an unknown type, or nothing. */
  readonly subject: Subject | undefined;
  /** What diagnostics lead into; undefined: nothing. */
  readonly configuration: Configuration | undefined;
}

/** How one RPC goes from its message to the engine and back. */
export interface Rpc<Message, Request, Answer, Response, Result> {
  /** The provider, or the kind that the type name of the message names. */
  readonly about?: RoutedKind;
  /** The kind whose objects the answer holds; default: the same. */
  readonly answers?: RoutedKind;
  /** Loads the function of the engine, at the first call. */
  readonly engine: () => Promise<
    (server: ProviderServer, request: Request, call: EngineCall) => Result
  >;
  /** Decodes the message. */
  read(message: Message, scope: Scope): Request;
  /** Encodes what the engine answers. */
  write(answer: Answer, scope: Scope, message: Message): Init<Response>;
  /** Makes the answer that tells what went wrong. */
  refuse(
    diagnostic: Diagnostic,
    configuration: Configuration | undefined,
  ): Init<Response>;
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
  return {
    name: methodName(method.path),
    unary: (server, log) => async (bytes, call) => {
      const { start, refuse, end } = accept(method, rpc, server, log, bytes);
      try {
        const { engine, request, write } = await start();
        return write(await engine(server, request, call));
      } catch (cause) {
        return refuse(cause);
      } finally {
        end();
      }
    },
  };
}

/** The route of an RPC that answers with any number of messages. */
export function stream<Message, Request, Answer, Response>(
  method: ServedMethod<Message, Response>,
  rpc: Rpc<Message, Request, Answer, Response, AsyncIterable<Answer>>,
): Route {
  return {
    name: methodName(method.path),
    stream: (server, log) =>
      async function* (bytes, call) {
        const { start, refuse, end } = accept(method, rpc, server, log, bytes);
        try {
          const { engine, request, write } = await start();
          for await (const answer of engine(server, request, call)) {
            yield write(answer);
          }
        } catch (cause) {
          yield refuse(cause);
        } finally {
          end();
        }
      },
  };
}

/** Decodes the message of a call, and logs it. */
function accept<Message, Request, Answer, Response, Result>(
  method: ServedMethod<Message, Response>,
  rpc: Rpc<Message, Request, Answer, Response, Result>,
  server: ProviderServer,
  log: RpcLog,
  bytes: Uint8Array,
) {
  const message = decode(method, bytes);
  const typeName = typeNameOf(message);
  const entry = log.begin(methodName(method.path), typeName);
  const encode = (response: Init<Response>) =>
    method.response.encode(response).finish();
  const subjectOf = async (kind: RoutedKind | undefined) => {
    if (kind === "provider") return server.provider;
    if (kind === undefined || typeName === undefined) return undefined;
    await server[kind].load(typeName);
    return server[kind].get(typeName);
  };
  let configuration: Configuration | undefined;
  return {
    /** Loads what the call needs: the definition, and the engine's part. */
    start: async () => {
      const { about, answers = about } = rpc;
      const subject = await subjectOf(about);
      const told = answers === about ? subject : await subjectOf(answers);
      const engine = await rpc.engine();
      const schema = subject?.schema;
      configuration = schema && { schema, config: undefined };
      const request = rpc.read(message, { server, subject, configuration });
      configuration = schema && { schema, config: configOf(request) };
      const scope = { server, subject: told, configuration };
      return {
        engine,
        request,
        write: (answer: Answer) => encode(rpc.write(answer, scope, message)),
      };
    },
    refuse: (cause: unknown) =>
      encode(rpc.refuse(failed(cause, entry), configuration)),
    end: () => entry.end(),
  };
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
export function methodName(path: string): string {
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
export function typeNameOf(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  for (const field of ["typeName", "actionType", "targetTypeName", "name"]) {
    const value: unknown = Reflect.get(message, field);
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The configuration in a request; undefined: it has none. */
function configOf(request: unknown): ValueObject | undefined {
  const config: unknown = typeof request === "object" && request !== null &&
      "config" in request
    ? request.config
    : undefined;
  return isValueObject(config) ? config : undefined;
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
