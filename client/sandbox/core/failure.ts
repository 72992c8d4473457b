import type { JsonObject } from "./json.ts";

/** What a {@link Failure} may carry beside status and message. */
export interface FailureOptions {
  /** `code` of the body, as the Inference Endpoints API sends it. */
  readonly code?: string;
  /** `X-Error-Code` header, as the Hub sends it. */
  readonly errorCode?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the body. */
  readonly extra?: JsonObject;
  /** True for an answer without a body. */
  readonly bare?: boolean;
}

/** A refusal: a handler throws it and the sandbox answers with it. */
export class Failure extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Body code and headers. */
  readonly options: FailureOptions;

  /** Makes a refusal with the given status and message. */
  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message);
    this.name = "Failure";
    this.status = status;
    this.options = options;
  }
}

/** 400 with code BAD_REQUEST. */
export function badRequest(message: string): Failure {
  return new Failure(400, message, { code: "BAD_REQUEST" });
}

/** 400 with code VALIDATION_FAILED. */
export function invalid(message: string): Failure {
  return new Failure(400, message, { code: "VALIDATION_FAILED" });
}

/** 403 with code FORBIDDEN. */
export function forbidden(message: string): Failure {
  return new Failure(403, message, { code: "FORBIDDEN" });
}

/** 404; no code of the body has been seen for it. */
export function notFound(message: string): Failure {
  return new Failure(404, message);
}

/** Thrown where a fault drops the connection: like the error `fetch` throws
 * where the network breaks, a TypeError. */
export class ConnectionClosed extends TypeError {
  /** Whether the request took effect before the connection was dropped. */
  readonly tookEffect: boolean;

  /** Makes the marker; `tookEffect` says whether the work was done. */
  constructor(tookEffect: boolean) {
    super("Connection closed by the sandbox, as a fault asked for");
    this.name = "ConnectionClosed";
    this.tookEffect = tookEffect;
  }
}
