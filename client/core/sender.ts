/**
 * One attempt at a request, redirects included: the only place that calls
 * `fetch`.
 *
 * @module
 */

import type { Mask } from "./auth.ts";
import { RedirectError } from "./api_errors.ts";
import { header, MAX_REDIRECTS } from "./bounds.ts";
import {
  AbortedError,
  ConnectionError,
  HuggingFaceError,
  TimeoutError,
} from "./errors.ts";
import type { Fetch, Hooks, RedirectEvent } from "./options.ts";
import { type FullRequest, isPlainRead } from "./request.ts";
import { formatError, requestId } from "./response.ts";
import { abortable, type Deadline } from "./signals.ts";
import { fetchOptions, ownHeaders } from "./user_agent.ts";
import { displayUrl, redirectStep } from "./url.ts";

/** One attempt at a request. */
export interface Attempt {
  /** The request. */
  readonly options: FullRequest;
  /** Its URL. */
  readonly url: URL;
  /** The token that goes along, if any. */
  readonly token: string | undefined;
  /** Takes the token out of errors. */
  readonly mask: Mask;
  /** The number of the attempt, from 1. */
  readonly number: number;
  /** Its time limit, joined with the caller's signal. */
  readonly deadline: Deadline;
}

/** Settings of a sender. */
export interface SenderSettings {
  /** Sends one request. */
  readonly fetch: Fetch;
  /** Functions that are told what happens. */
  readonly hooks: Hooks;
  /** Headers that go with every request to our own origins. */
  readonly headers: Headers;
  /** Takes the token out of what hooks and errors are told. */
  readonly mask: Mask;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Is given the headers of every answer, redirects included. */
  readonly onHeaders: (url: URL, headers: Headers) => void;
}

/** Sends single attempts. */
export class Sender {
  readonly #settings: SenderSettings;
  readonly #mask: Mask;

  /** Makes a sender. */
  constructor(settings: SenderSettings) {
    this.#settings = settings;
    this.#mask = settings.mask;
  }

  /** Returns what the service sends in the end, and the URL for messages. */
  async send(attempt: Attempt): Promise<[Response, string]> {
    const { options } = attempt;
    const { redact } = this.#mask;
    let url = attempt.url;
    let from = displayUrl(url, url.origin);
    let token = attempt.token;
    for (let hops = 0;; hops++) {
      const response = await this.#fetchOnce(attempt, url, token, "manual");
      if (response.type === "opaqueredirect" && isPlainRead(options)) {
        return [await this.#followBlindly(attempt), from];
      }
      const { status } = response;
      // Browsers say 0 for a redirect that they hide.
      if (status && (status < 300 || status > 399 || status === 304)) {
        if (response.ok || url.origin === attempt.url.origin) {
          return [response, from];
        }
        // The words of a storage that refuses may repeat its signed link.
        await discard(response);
        return [new Response(null, { status: Math.min(status, 599) }), from];
      }
      await discard(response);
      const location = header(response.headers, "location");
      const next = hops < MAX_REDIRECTS
        ? redirectStep(url, options, status, location, redact)
        : "too many redirects";
      if (typeof next === "string") {
        throw this.#refused(options, status, from, next);
      }
      // The service chose its words.
      const to = redact(displayUrl(next, attempt.url.origin));
      this.#tellRedirect(options, { status, from, to });
      if (next.origin !== url.origin) token = undefined;
      url = next;
      from = to;
    }
  }

  /**
   * Browsers hide where a redirect leads. They take the token off on the way to
   * another origin by themselves, but no other header and no body: a read goes
   * on, without the user's headers. What came from there is refused nevertheless.
   */
  async #followBlindly(attempt: Attempt): Promise<Response> {
    const { options, url, token } = attempt;
    const response = await this.#fetchOnce(attempt, url, token, "follow");
    const { redact } = this.#mask;
    const next = redirectStep(url, options, 307, response.url, redact);
    if (typeof next === "string") {
      await discard(response);
      throw this.#refused(options, response.status, url.href, next);
    }
    const to = redact(displayUrl(next, url.origin));
    this.#tellRedirect(options, { status: 0, from: url.href, to });
    return response;
  }

  #tellRedirect(
    options: FullRequest,
    redirect: Omit<RedirectEvent, "method">,
  ): void {
    const event = this.#mask.fields({ ...redirect, method: options.method });
    this.#settings.hooks.onRedirect?.(event);
    options.call?.onRedirect?.(event);
  }

  #refused(
    options: FullRequest,
    status: number,
    url: string,
    reason: string,
  ): RedirectError {
    const { action, method } = options;
    const details = { action, method, url, status, reason };
    return new RedirectError(this.#mask.fields(details));
  }

  async #fetchOnce(
    attempt: Attempt,
    url: URL,
    token: string | undefined,
    redirect: "manual" | "follow",
  ): Promise<Response> {
    const { options, number } = attempt;
    const isOurs = url.origin === attempt.url.origin && redirect === "manual";
    const headers = new Headers(isOurs ? this.#settings.headers : undefined);
    headers.set("accept", options.accept ?? "application/json");
    const asked = fetchOptions ? "identity" : "gzip";
    headers.set("accept-encoding", asked);
    if (isOurs) {
      const added = ownHeaders(options.call?.headers);
      for (const [name, value] of added) headers.set(name, value);
    }
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const init: RequestInit = {
      method: options.method,
      headers,
      redirect,
      credentials: "omit",
      signal: attempt.deadline.signal,
    };
    const { body, lines } = options;
    const text = lines?.map((line) => JSON.stringify(line)).join("\n") ??
      JSON.stringify(body) ?? "";
    if (text) {
      headers.set("content-type", `application/${lines ? "x-nd" : ""}json`);
    }
    // A Blob, because Deno sends any other body, or none, a second time by itself
    // when a kept connection breaks: a create would then meet its own object.
    if (!isPlainRead(options)) init.body = new Blob([text]);
    const { hooks, now } = this.#settings;
    const event = this.#mask.fields({
      method: options.method,
      url: displayUrl(url, attempt.url.origin),
      attempt: number,
    });
    hooks.onRequest?.(event);
    const start = now();
    const request = new Request(url, init);
    const sent = this.#settings.fetch(request);
    // A runtime's error would show the whole link of a storage.
    const response = await translateErrors(
      attempt,
      isOurs ? sent : sent.catch(() => Promise.reject(new Error(url.host))),
    );
    hooks.onResponse?.(this.#mask.fields({
      ...event,
      status: response.status,
      durationMs: now() - start,
      requestId: requestId(response.headers),
    }));
    // To unpack others than gzip takes up to 1 GiB. Browsers ask for what they like.
    const coding = response.headers.get("content-encoding") || asked;
    const isPlain = ["identity", asked].includes(coding);
    if (!isPlain && request.headers.has("accept-encoding")) {
      await discard(response);
      const context = { ...options, ...event, mask: this.#mask };
      throw formatError(response, context, "it is not packed as asked");
    }
    this.#settings.onHeaders(url, response.headers);
    const message = isOurs && header(response.headers, "x-hf-warning");
    if (message) {
      const { method, url } = event;
      hooks.onWarning?.(this.#mask.fields({ method, url, message }));
    }
    return response;
  }
}

/** Ends an answer that nobody reads; it may have ended by itself. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Waits for the network, and turns its failure into an error of the client. */
export async function translateErrors<T>(
  attempt: Attempt,
  promise: Promise<T>,
): Promise<T> {
  try {
    return await abortable(promise, attempt.deadline.signal);
  } catch (error) {
    throw translateError(error, attempt, "no answer within");
  }
}

/**
 * Turns a failure of the network into an error of the client.
 *
 * @param late The words before the time limit.
 * @param broken The reason of a broken connection; default: that of `error`.
 */
export function translateError(
  error: unknown,
  { options, url, mask, deadline }:
    & Pick<Attempt, "options" | "url" | "mask">
    & { readonly deadline?: Pick<Deadline, "isExpired" | "ms"> | undefined },
  late: string,
  broken?: string,
): HuggingFaceError {
  if (error instanceof HuggingFaceError) return error;
  const { action, method, call: { signal } = {} } = options;
  const cause = mask.error(error);
  const details = mask.fields({
    action,
    method,
    url: url.href,
    reason: signal?.aborted
      ? "the caller ended it"
      : deadline?.isExpired
      ? `${late} ${deadline.ms / 1000} s`
      : broken ?? connectionReason(cause),
  });
  return signal?.aborted
    ? new AbortedError(details, { cause: signal.reason })
    : deadline?.isExpired
    ? new TimeoutError(details)
    : new ConnectionError(details, { cause });
}

function connectionReason(error: Error): string {
  const { cause } = error;
  const deeper = cause instanceof Error && cause.message !== ""
    ? `: ${cause.message}`
    : "";
  return `the connection failed: ${error.message}${deeper}`;
}
