/**
 * Refusals of the service: one class for each kind of status.
 *
 * ```ts
 * import { HuggingFace, NotFoundError } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * try {
 *   await client.endpoints.get("acme/nowhere");
 * } catch (error) {
 *   if (!(error instanceof NotFoundError)) throw error;
 *   console.log(error.message, error.requestId);
 * }
 * ```
 *
 * @module
 */

import {
  HuggingFaceError,
  isHuggingFaceError,
  type RequestErrorDetails,
} from "./errors.ts";

/** Details of an error response. */
export interface ApiErrorDetails extends RequestErrorDetails {
  /** The HTTP status. */
  readonly status: number;
  /** A hint that the client adds to the service's text. */
  readonly advice?: string | undefined;
  /** The service's code, as `VALIDATION_FAILED` or `RepoNotFound`. */
  readonly code?: string | undefined;
  /** Milliseconds after which the service wants to be asked again. */
  readonly retryAfterMs?: number | undefined;
  /** The answer: parsed JSON, else text, at most 64 KiB of it. */
  readonly body?: unknown;
}

const PHRASES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Content Too Large",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

function apiMessage(details: ApiErrorDetails): string {
  const phrase = PHRASES[details.status];
  const why = [
    phrase === undefined ? `${details.status}` : `${details.status} ${phrase}`,
    details.reason.trim().replace(/\.$/, ""),
    details.advice ?? "",
  ].filter((part) => part !== "").join(": ");
  const where = [`${details.method} ${details.url}`];
  if (details.requestId !== undefined) {
    where.push(`request id ${details.requestId}`);
  }
  return `Cannot ${details.action}: ${why} (${where.join(", ")})`;
}

/** The service answered, with a status that means no. */
export class ApiError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, without anything secret. */
  readonly url: string;
  /** The service's own text, or `""` if it gave none. */
  readonly reason: string;
  /** The service's code, as `VALIDATION_FAILED`, if it gave one. */
  readonly code: string | undefined;
  /** The id under which the service logged the request, if it gave one. */
  readonly requestId: string | undefined;
  /** Milliseconds after which the service wants to be asked again, if it said. */
  readonly retryAfterMs: number | undefined;
  /** The answer: parsed JSON, else text, at most 64 KiB of it. */
  readonly body: unknown;

  /** Makes an error. */
  constructor(details: ApiErrorDetails, options?: ErrorOptions) {
    super(apiMessage(details), options);
    this.status = details.status;
    this.method = details.method;
    this.url = details.url;
    this.reason = details.reason;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.body = details.body;
  }

  /** The error as plain data, for structured logs, without the body. */
  toJSON(): Record<string, unknown> {
    const { body: _, ...fields } = this;
    return { ...fields, message: this.message };
  }
}

/** 400: the request is not acceptable as it stands. */
export class BadRequestError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "BadRequestError";
}

/** 401: no token, or one that the service does not know. */
export class AuthenticationError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "AuthenticationError";
}

/** 402: the account's plan or credits do not cover this. */
export class PaymentRequiredError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "PaymentRequiredError";
}

/** 403: the token may not do this. */
export class PermissionDeniedError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "PermissionDeniedError";
}

/** 404: it does not exist, or this token cannot see it. */
export class NotFoundError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "NotFoundError";
}

/** 409: it exists already, or something else is changing it. */
export class ConflictError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "ConflictError";
}

/** 422: a field of the request has the wrong type or value. */
export class UnprocessableEntityError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "UnprocessableEntityError";
}

/** 5xx: the service failed; whether the request took effect is unknown. */
export class ServerError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "ServerError";
}

/** 3xx that was not followed: another origin, a loop, or a change of method. */
export class RedirectError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "RedirectError";
}

/**
 * The exhausted quota: the `window` of all requests (500 to 100,000 per five
 * minutes), or that of one kind of `action`, as creating repositories.
 */
export type Quota = "window" | "action";

/** Details of a 429 response. */
export interface RateLimitErrorDetails extends ApiErrorDetails {
  /** The exhausted quota. */
  readonly quota: Quota;
  /** Milliseconds until the quota is renewed, if the service said. */
  readonly resetAfterMs?: number | undefined;
}

/** 429: a quota is used up. */
export class RateLimitError extends ApiError {
  /** The name of the class. */
  override readonly name: string = "RateLimitError";
  /** The exhausted quota. */
  readonly quota: Quota;
  /** Milliseconds until the quota is renewed, if the service said. */
  readonly resetAfterMs: number | undefined;

  /** Makes an error. */
  constructor(details: RateLimitErrorDetails, options?: ErrorOptions) {
    super(details, options);
    this.quota = details.quota;
    this.resetAfterMs = details.resetAfterMs;
  }
}

/**
 * Whether a value is an answer of the service that means no, even if another
 * copy of this client threw it.
 *
 * @example Usage
 * ```ts
 * import { isApiError } from "@hf-terraform/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isApiError(new Error("no"), 404), false);
 * ```
 */
export function isApiError(error: unknown, status?: number): error is ApiError {
  if (!isHuggingFaceError(error)) return false;
  const actual: unknown = Reflect.get(error, "status");
  return typeof actual === "number" &&
    (status === undefined || actual === status);
}

/**
 * Whether a request that failed with this error can nevertheless have taken
 * effect: the answer was lost, or the service failed at an unknown point. Where
 * no connection came about, nothing was sent.
 * After a create, look before you try again.
 *
 * @returns Whether the request can have taken effect.
 */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (isApiError(error)) {
    return error.status === 408 ||
      (error.status >= 500 && error.status !== 501);
  }
  return isHuggingFaceError(error) && Reflect.has(error, "method") &&
    !UNSENT.test(error.message);
}

/** Messages of runtimes about connections that were never established. Names
 * that a request has in its path do not count. */
const UNSENT =
  /(?<![\w/.-])(?:connection refused|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|dns error|network is unreachable|E(?:NET|HOST)UNREACH)/i;
