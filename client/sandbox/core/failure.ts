import type { JsonObject } from "./json.ts";

/** Further parts of the response to a {@link Failure}. */
export interface FailureOptions {
  /** `code` of the body, as the Inference Endpoints API sends it. */
  readonly code?: string;
  /** `X-Error-Code` header, as the Hub sends it. */
  readonly errorCode?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the body. */
  readonly extra?: JsonObject;
  /** Whether the response has no body. */
  readonly hasNoBody?: boolean;
  /** Whether the Inference Endpoints API sends the message as plain text. */
  readonly isPlain?: boolean;
}

/** An error response, which a handler throws. */
export class Failure extends Error {
  readonly status: number;
  readonly options: FailureOptions;

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message);
    this.name = "Failure";
    this.status = status;
    this.options = options;
  }
}

/** Makes a 400 with code BAD_REQUEST. */
export function badRequest(message: string): Failure {
  return new Failure(400, message, { code: "BAD_REQUEST" });
}

/** Makes a 400 with code VALIDATION_FAILED. */
export function validationFailed(message: string): Failure {
  return new Failure(400, message, { code: "VALIDATION_FAILED" });
}

/** Makes a 403 with code FORBIDDEN. */
export function forbidden(message: string): Failure {
  return new Failure(403, message, { code: "FORBIDDEN" });
}

/** Makes a 404 with code NOT_FOUND. */
export function notFound(message: string): Failure {
  return new Failure(404, message, { code: "NOT_FOUND" });
}

/** Makes a 400 for a field of the body, as the Hub's validation words it. */
export function invalidField(message: string, at = ""): Failure {
  const path = at === "" ? "" : `\n  → at ${at}`;
  return new Failure(400, `✖ ${message}${path}`);
}

/** Returns the Hub's message about too many characters. */
export function tooLong(max: number): string {
  return `Too big: expected string to have <=${max} characters`;
}

/** Returns the Hub's message about a value that is none of some options. */
export function notAnOption(options: readonly string[]): string {
  return `Invalid option: expected one of ${
    options.map((option) => JSON.stringify(option)).join("|")
  }`;
}

/** Error of a fault that drops the connection: a TypeError, as `fetch` throws
 * on a network error. */
export class ConnectionClosed extends TypeError {
  /** Whether the request took effect before the connection was dropped. */
  readonly tookEffect: boolean;

  /** Makes the error. */
  constructor(tookEffect: boolean) {
    super("Connection closed by the sandbox, as a fault asked for");
    this.name = "ConnectionClosed";
    this.tookEffect = tookEffect;
  }
}
