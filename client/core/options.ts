/**
 * Options of a client, and of a single call.
 *
 * @module
 */

/**
 * A token, or a function that returns one whenever a request needs it.
 * Undefined and `""` mean that requests go out without token.
 */
export type TokenSource =
  | string
  | (() => string | undefined | Promise<string | undefined>);

/** Sends one request; `globalThis.fetch` is one. */
export type Fetch = (request: Request) => Promise<Response>;

/** An attempt that goes out. */
export interface RequestEvent {
  /** The HTTP method. */
  readonly method: string;
  /** The URL, without anything secret. */
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
}

/** An answer that came in, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the head of the answer. */
  readonly durationMs: number;
  /** The id under which the service logged the request, if it gave one. */
  readonly requestId: string | undefined;
}

/** An attempt failed and another one follows. */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** The error of the attempt. */
  readonly error: Error;
}

/** A request is held back because few requests are left in the window. */
export interface WaitEvent extends RequestEvent {
  /** Milliseconds it is held back. */
  readonly delayMs: number;
}

/** The service sent the request on: a repository was renamed, for example. */
export interface RedirectEvent {
  /** The HTTP method. */
  readonly method: string;
  /** The HTTP status, 3xx, or 0 in browsers, which hide it. */
  readonly status: number;
  /** The URL that was asked. */
  readonly from: string;
  /** The URL that is asked instead. */
  readonly to: string;
}

/** The service did what was asked, with a warning. */
export interface WarningEvent extends Omit<RequestEvent, "attempt"> {
  /** The warning, as `topic; message`. */
  readonly message: string;
}

/** An answer did not tell something, or lost an item of a list for it. */
export interface UnreadFieldEvent extends Omit<RequestEvent, "attempt"> {
  /** The field, as `status.state`. */
  readonly field: string;
  /** The problem, to follow the field: `is a number, not a string`. */
  readonly reason: string;
  /** The item of a list that was left out for it, as `items.3`. */
  readonly lost?: string | undefined;
  /** The id under which the service logged the request, if it gave one. */
  readonly requestId: string | undefined;
}

/**
 * Functions that are told what the client does. None ever sees the token. What
 * they throw ends the call.
 *
 * @example Log every answer
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox();
 * const log: string[] = [];
 * const client = new HuggingFace({
 *   token: () => Promise.resolve(sandbox.token),
 *   fetch: (request) => sandbox.fetch(request),
 *   hooks: {
 *     onResponse: ({ method, url, status }) => {
 *       log.push(`${method} ${new URL(url).pathname} ${status}`);
 *     },
 *   },
 * });
 * await client.users.whoami();
 * assertEquals(log, ["GET /api/whoami-v2 200"]);
 * ```
 */
export interface Hooks {
  /** An attempt goes out. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** An answer came in. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** An attempt failed and another one follows. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** A request is held back to stay within the rate limit. */
  readonly onWait?: ((event: WaitEvent) => void) | undefined;
  /** The service sent the request on; who throws ends it there. */
  readonly onRedirect?: ((event: RedirectEvent) => void) | undefined;
  /** The service sent an `X-HF-Warning`. */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
  /**
   * An answer lacks a field, or has it of another type. A field is told once,
   * and of each answer the first hundred items of lists that were lost.
   */
  readonly onUnreadField?: ((event: UnreadFieldEvent) => void) | undefined;
}

/**
 * Whether a write is sent again, or after a wait for the rate limit: by then,
 * what it names may be somebody else's. False: never after its answer was lost.
 * A function is asked right before, with the error of the attempt, such as a lost
 * answer, or one that says of the wait: whether what is there is still what was
 * meant. An error that it throws ends the call.
 *
 * @example A delete that leaves alone what was made anew meanwhile
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * const repo = { type: "model", id: "acme/old" } as const;
 * const { id } = await client.repos.create(repo);
 * await client.repos.delete(repo, {
 *   mayRepeat: async () => (await client.repos.get(repo))._id === id,
 * });
 * ```
 */
export type MayRepeat = false | ((error: Error) => Promise<boolean>);

/**
 * Options of a client. The client reads environment variables only where
 * {@linkcode HuggingFace.fromEnv} is called. Its own times are in milliseconds
 * and end in `Ms`, here and in errors and events; what a service takes or sends
 * keeps the service's name and unit, as `timeoutSeconds`.
 */
export interface ClientOptions {
  /** The token, or a function that returns it; none if left out. */
  readonly token?: TokenSource | undefined;
  /** The base URL of the Hub, `https://huggingface.co` if left out. */
  readonly endpoint?: string | undefined;
  /**
   * The base URL of the Inference Endpoints API, without `/v2`.
   *
   * @default {"https://api.endpoints.huggingface.cloud"}
   */
  readonly inferenceEndpointsUrl?: string | undefined;
  /**
   * The base URL of the catalogue of ready models, without `/api`. The default
   * is the value of `inferenceEndpointsUrl` if that is given, so that a token
   * for another host never goes to the public one.
   *
   * @default {"https://endpoints.huggingface.co"}
   */
  readonly catalogUrl?: string | undefined;
  /**
   * Takes secrets out of what a service answered, before it is folded into one
   * line and cut to go into the reason of an error: in what is left of it they
   * may not be found any more. Tokens are taken out anyway.
   */
  readonly mask?: ((text: string) => string) | undefined;
  /** Sends the requests, `globalThis.fetch` if left out. */
  readonly fetch?: Fetch | undefined;
  /** A suffix for the user agent, such as `my-tool/1.2`. */
  readonly userAgent?: string | undefined;
  /** Headers for every request, but to no other origin; not the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds an attempt may take, body included; 30,000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** The number of attempts that may follow a failed one; 4 if left out. */
  readonly maxRetries?: number | undefined;
  /**
   * Milliseconds a call may spend waiting, all in all, for retries and for the
   * rate limit. A call that would have to wait longer fails at once.
   *
   * @default {60_000}
   */
  readonly retryBudgetMs?: number | undefined;
  /**
   * Milliseconds that the answer to a request which changes something is waited
   * for after the caller's signal has ended: giving it up undoes nothing.
   *
   * @default {0}
   */
  readonly writeGraceMs?: number | undefined;
  /**
   * See {@linkcode MayRepeat}. By default, writes that can be sent twice are
   * sent again after a lost answer.
   */
  readonly mayRepeat?: MayRepeat | undefined;
  /**
   * Bytes that an answer may have, unpacked; one that is larger, or of JSON with
   * more than a value for 50 of them, is a `ResponseFormatError`.
   *
   * @default {10_485_760}
   */
  readonly maxResponseBytes?: number | undefined;
  /** Functions that are told what the client does. */
  readonly hooks?: Hooks | undefined;
  /** Waits; a test can pass one that does not. */
  readonly sleep?:
    | ((ms: number, signal?: AbortSignal) => Promise<void>)
    | undefined;
  /** A number from 0 to below 1 for jitter, `Math.random` if left out. */
  readonly random?: (() => number) | undefined;
  /** The time in milliseconds since 1970, `Date.now` if left out. */
  readonly now?: (() => number) | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, its waits included, with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds an attempt may take, instead of the client's setting. */
  readonly timeoutMs?: number | undefined;
  /** The number of attempts that may follow, instead of the client's. */
  readonly maxRetries?: number | undefined;
  /** See {@linkcode MayRepeat}; instead of the client's setting. */
  readonly mayRepeat?: MayRepeat | undefined;
  /**
   * Milliseconds without a byte after which a stream ends with a
   * `TimeoutError`; other calls do not use it.
   *
   * @default {300_000}
   */
  readonly idleTimeoutMs?: number | undefined;
  /** Headers to send with the request, but to no other origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is told when the service sends this call on to another URL. */
  readonly onRedirect?: ((event: RedirectEvent) => void) | undefined;
}
