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
  /** True where the Inference Endpoints API answers the message alone, as
   * plain text. */
  readonly plain?: boolean;
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

/** 404 with code NOT_FOUND. */
export function notFound(message: string): Failure {
  return new Failure(404, message, { code: "NOT_FOUND" });
}

/** 400 for one field of a request, in the words of the Hub's validation. */
export function issue(message: string, at = ""): Failure {
  return new Failure(400, issueText(message, at));
}

/** What the Hub's validation says of a field. */
export function issueText(message: string, at: string): string {
  return `✖ ${message}${at === "" ? "" : `\n  → at ${at}`}`;
}

/** What the Hub's validation says of too many characters. */
export function tooLong(max: number): string {
  return `Too big: expected string to have <=${max} characters`;
}

/** What the Hub's validation says of a word that is none of a list. */
export function notAnOption(words: readonly string[]): string {
  return `Invalid option: expected one of ${
    words.map((word) => JSON.stringify(word)).join("|")
  }`;
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
