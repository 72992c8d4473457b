/**
 * The base class of all errors, and the errors of requests without a usable
 * response. Error responses are in `api_errors.ts`.
 *
 * {@linkcode ConnectionError} and {@linkcode TimeoutError} mean that no whole
 * answer came, {@linkcode AbortedError} that the caller gave up. No error ever
 * holds the token.
 *
 * @module
 */

const BRAND = Symbol.for("@hf-terraform/client/error");

/** The base class of everything this client throws on purpose. */
export class HuggingFaceError extends Error {
  /** The name of the class, also in minified bundles. */
  override readonly name: string = "HuggingFaceError";

  /** Makes an error; the message has no full stop. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * The client is set up in a way that cannot work: a base URL that is none, a
 * token with forbidden characters, or a token that would go over plain http.
 */
export class ConfigurationError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "ConfigurationError";
}

/** A call was given what no request can be made of: an id that is none. */
export class InvalidArgumentError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "InvalidArgumentError";
}

/** Details of a failed request. */
export interface RequestErrorDetails {
  /** The action, to follow "Cannot": `read the endpoint acme/x`. */
  readonly action: string;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, without anything secret. */
  readonly url: string;
  /** The reason: the service's own text, `""` if none, or the client's. */
  readonly reason: string;
  /** The id under which the service logged the request, if it answered. */
  readonly requestId?: string | undefined;
}

/** A request that got no usable answer; whether it took effect is unknown. */
export class RequestError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "RequestError";
  /** The HTTP method. */
  readonly method: string;
  /** The URL, without anything secret. */
  readonly url: string;
  /** The id under which the service logged the request, if it answered. */
  readonly requestId: string | undefined;

  /** Makes an error. */
  constructor(details: RequestErrorDetails, options?: ErrorOptions) {
    const { action, method, url, reason, requestId } = details;
    const id = requestId === undefined ? "" : `, request id ${requestId}`;
    super(`Cannot ${action}: ${reason} (${method} ${url}${id})`, options);
    this.method = method;
    this.url = url;
    this.requestId = requestId;
  }
}

/** The connection failed or broke before the whole answer had come. */
export class ConnectionError extends RequestError {
  /** The name of the class. */
  override readonly name: string = "ConnectionError";
}

/** No whole answer came within the time limit of an attempt, or of a wait. */
export class TimeoutError extends RequestError {
  /** The name of the class. */
  override readonly name: string = "TimeoutError";
}

/** The caller's signal ended the request or a wait; its reason is `cause`. */
export class AbortedError extends RequestError {
  /** The name of the class. */
  override readonly name: string = "AbortedError";
}

/**
 * The service said success, but its answer cannot be used: it is not JSON, a
 * field is missing or of another type, it is about another object than the one
 * asked for, too large, or a list without end.
 */
export class ResponseFormatError extends RequestError {
  /** The name of the class. */
  override readonly name: string = "ResponseFormatError";
}

/** Whether a value is an error of this client, even of another copy of it. */
export function isHuggingFaceError(error: unknown): error is HuggingFaceError {
  return error instanceof HuggingFaceError ||
    (error instanceof Error && Reflect.get(error, BRAND) === true);
}
