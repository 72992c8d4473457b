/**
 * Routes: one RPC as bytes in and bytes out. What goes wrong on the way is
 * answered in the form that the RPC has for it; nothing here ends the process.
 *
 * @module
 */

import { type Init, WireError } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { Method } from "../../../proto/service.ts";
import { type Diagnostic, DiagnosticsError } from "../diagnostics.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import type { StreamHandler, UnaryHandler } from "../plugin/call.ts";
import { RpcError, Status } from "../plugin/status.ts";
import type { RpcLog } from "./log.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { RequestError } from "./wire/request_error.ts";

/** One RPC that answers with one message. */
export interface UnaryRoute {
  /** The name of the method. */
  readonly name: string;
  /** Makes its handler. */
  handler(server: ProviderServer, log: RpcLog): UnaryHandler;
}

/** One RPC that answers with any number of messages. */
export interface StreamRoute {
  /** The name of the method. */
  readonly name: string;
  /** Makes its handler. */
  handler(server: ProviderServer, log: RpcLog): StreamHandler;
}

/** Makes the answer that tells what went wrong. */
export type Refusal<Response> = (diagnostic: Diagnostic) => Init<Response>;

/** Answers with the diagnostic, in the field that most responses have. */
export function refuse(
  diagnostic: Diagnostic,
): { readonly diagnostics: readonly Init<tfplugin5.Diagnostic>[] } {
  return { diagnostics: wireDiagnostics([diagnostic]) };
}

/** The route of an RPC that answers with one message. */
export function unary<Request, Response>(
  method: Method<Request, Response>,
  answer: (
    server: ProviderServer,
    request: Request,
    call: EngineCall,
  ) => Promise<Init<Response>>,
  refusal: Refusal<Response>,
): UnaryRoute {
  const name = methodName(method.path);
  const encode = (message: Init<Response>) =>
    method.response.encode(message).finish();
  return {
    name,
    handler: (server, log) => async (bytes, call) => {
      const request = decode(method, bytes);
      const entry = log.begin(name, subject(request));
      try {
        return encode(await answer(server, request, call));
      } catch (cause) {
        entry.fail(cause);
        return encode(refusal(diagnosticOf(cause)));
      } finally {
        entry.end();
      }
    },
  };
}

/** The route of an RPC that answers with any number of messages. */
export function stream<Request, Response>(
  method: Method<Request, Response>,
  answer: (
    server: ProviderServer,
    request: Request,
    call: EngineCall,
  ) => AsyncIterable<Init<Response>>,
  refusal: Refusal<Response>,
): StreamRoute {
  const name = methodName(method.path);
  const encode = (message: Init<Response>) =>
    method.response.encode(message).finish();
  return {
    name,
    handler: (server, log) =>
      async function* (bytes, call) {
        const request = decode(method, bytes);
        const entry = log.begin(name, subject(request));
        try {
          for await (const message of answer(server, request, call)) {
            yield encode(message);
          }
        } catch (cause) {
          entry.fail(cause);
          yield encode(refusal(diagnosticOf(cause)));
        } finally {
          entry.end();
        }
      },
  };
}

/** The route of an RPC whose answer never changes: it is made once. */
export function once(route: UnaryRoute): UnaryRoute {
  return {
    name: route.name,
    handler: (server, log) => {
      const handle = route.handler(server, log);
      let made: Promise<Uint8Array> | undefined;
      return (request, call) => {
        made ??= handle(request, call).catch((cause: unknown) => {
          made = undefined;
          throw cause;
        });
        return made;
      };
    },
  };
}

/** The last part of a path such as `/tfplugin6.Provider/ReadResource`. */
function methodName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function decode<Request>(
  method: Method<Request, unknown>,
  bytes: Uint8Array,
): Request {
  try {
    return method.request.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    throw new RpcError(Status.INVALID_ARGUMENT, cause.message);
  }
}

/** The type or function that a request is about; undefined: the provider. */
function subject(request: unknown): string | undefined {
  if (typeof request !== "object" || request === null) return undefined;
  for (const field of ["typeName", "actionType", "targetTypeName", "name"]) {
    const value: unknown = Reflect.get(request, field);
    if (typeof value === "string") return value;
  }
  return undefined;
}

function diagnosticOf(cause: unknown): Diagnostic {
  if (cause instanceof RequestError) return cause.diagnostic;
  const [first] = cause instanceof DiagnosticsError ? cause.diagnostics : [];
  return first ?? {
    severity: "error",
    summary: "The provider failed",
    detail: "An unexpected error occurred in the provider: " +
      `${cause instanceof Error ? cause.message : String(cause)}. This is a ` +
      "fault of the provider; report it to its developers.",
  };
}
