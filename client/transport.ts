/**
 * The transport that API areas are built on: base URLs, token, time limits,
 * retries and pace around the attempts of `request.ts`.
 *
 * @module
 */

import { resolveToken } from "./auth.ts";
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  HuggingFaceError,
} from "./errors.ts";
import type { ClientOptions, Hooks } from "./options.ts";
import { paceKey, Pacer, parseRateLimit } from "./rate_limit.ts";
import {
  abortedError,
  guard,
  type RequestOptions,
  Sender,
  type Service,
} from "./request.ts";
import { readApiError, readJson } from "./response.ts";
import { failureOf, retryDelayMs } from "./retry.ts";
import { abortable, Deadline, sleep } from "./signals.ts";
import { buildUrl, displayUrl, isSecure, parseBaseUrls } from "./url.ts";
import { userAgent } from "./user_agent.ts";

/** An answer that has to be read together with its headers. */
export interface Answer<T> {
  /** The body, parsed. */
  readonly data: T;
  /** The headers. */
  readonly headers: Headers;
  /** The URL that answered in the end, after redirects. */
  readonly url: URL;
}

type Reader<T> = (response: Response, url: URL) => Promise<T>;

const IDEMPOTENT: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "PUT",
  "DELETE",
]);

/**
 * Sends requests to the services: base URLs, token, time limits, retries, rate
 * limits, redirects, errors. API areas are built on it.
 */
export class Transport {
  readonly #baseUrls: Readonly<Record<Service, string>>;
  readonly #token: ClientOptions["token"];
  readonly #sender: Sender;
  readonly #hooks: Hooks;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #retryBudgetMs: number;
  readonly #sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #pacer: Pacer = new Pacer();

  /**
   * Makes a transport.
   *
   * @param options What can be set on a client.
   * @throws {ConfigurationError} If a base URL cannot be used.
   */
  constructor(options: ClientOptions = {}) {
    this.#baseUrls = parseBaseUrls(options);
    this.#token = options.token;
    this.#hooks = options.hooks ?? {};
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#maxRetries = options.maxRetries ?? 4;
    this.#retryBudgetMs = options.retryBudgetMs ?? 300_000;
    this.#sleep = options.sleep ?? sleep;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? Date.now;
    this.#sender = new Sender({
      fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
      hooks: this.#hooks,
      userAgent: userAgent(options.userAgent),
      now: this.#now,
      onHeaders: (url, headers) => {
        const limit = parseRateLimit(headers);
        if (limit === undefined) return;
        this.#pacer.observe(paceKey(url), limit, this.#now());
      },
    });
  }

  /**
   * Sends a request whose answer is JSON.
   *
   * @typeParam T The shape of the answer; it is not checked.
   * @param options The request.
   * @returns The answer, parsed.
   */
  async request<T>(options: RequestOptions): Promise<T> {
    return (await this.answer<T>(options)).data;
  }

  /**
   * Sends a request whose answer is JSON and has headers that matter.
   *
   * @typeParam T The shape of the answer; it is not checked.
   * @param options The request.
   * @returns The answer, parsed, with headers and final URL.
   */
  answer<T>(options: RequestOptions): Promise<Answer<T>> {
    return this.#call(options, async (response, url) => {
      const data = await readJson<T>(response, {
        action: options.action,
        method: options.method,
        url: displayUrl(url, url.origin),
      });
      return { data, headers: response.headers, url };
    });
  }

  /**
   * Sends a request whose answer is text.
   *
   * @param options The request.
   * @returns The text.
   */
  text(options: RequestOptions): Promise<string> {
    return this.#call(options, (response) => response.text());
  }

  /**
   * Sends a request whose answer says nothing but success.
   *
   * @param options The request.
   */
  async send(options: RequestOptions): Promise<void> {
    await this.#call(options, (response) => response.text());
  }

  /**
   * Sends a request whose answer keeps coming. The time limit ends with the
   * head of the answer. The caller's signal ends the iteration quietly, and
   * leaving the loop ends the connection.
   *
   * @param options The request.
   * @returns The pieces of the body.
   */
  async *chunks(
    options: RequestOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const signal = options.call?.signal;
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    try {
      const read = (response: Response) =>
        Promise.resolve(response.body?.getReader());
      reader = await this.#call(options, read);
      while (reader !== undefined) {
        const { done, value } = await abortable(reader.read(), signal);
        if (done) return;
        yield value;
      }
    } catch (error) {
      if (signal?.aborted) return;
      throw this.#broken(options, error);
    } finally {
      await reader?.cancel().catch(() => undefined);
    }
  }

  /**
   * The time, as this client sees it.
   *
   * @returns Milliseconds since 1970.
   */
  now(): number {
    return this.#now();
  }

  /**
   * Waits between two polls.
   *
   * @param ms Milliseconds to wait.
   * @param options The request that is repeated, for the message.
   * @throws {AbortedError} If the caller's signal ends the wait.
   */
  async wait(ms: number, options: RequestOptions): Promise<void> {
    const signal = options.call?.signal;
    try {
      await abortable(this.#sleep(ms, signal), signal);
    } catch (cause) {
      throw signal?.aborted ? this.aborted(options, cause) : cause;
    }
  }

  /**
   * The error of a call that its caller ended.
   *
   * @param options The request.
   * @param cause The reason of the signal.
   * @returns The error.
   */
  aborted(options: RequestOptions, cause: unknown): AbortedError {
    if (cause instanceof AbortedError) return cause;
    return abortedError(options, this.#url(options), cause);
  }

  async #tokenFor(options: RequestOptions): Promise<string | undefined> {
    if (options.usesToken === false) return undefined;
    const signal = options.call?.signal;
    try {
      return await abortable(resolveToken(this.#token), signal);
    } catch (error) {
      throw signal?.aborted ? this.aborted(options, error) : error;
    }
  }

  #broken(options: RequestOptions, cause: unknown): HuggingFaceError {
    if (cause instanceof HuggingFaceError) return cause;
    const { action, method } = options;
    const url = this.#url(options).href;
    const reason = "the connection broke while the answer was coming";
    return new ConnectionError({ action, method, url, reason }, { cause });
  }

  #url(options: RequestOptions): URL {
    const { service, path, query } = options;
    return buildUrl(this.#baseUrls[service], path, query);
  }

  async #call<T>(options: RequestOptions, read: Reader<T>): Promise<T> {
    const maxRetries = options.call?.maxRetries ?? this.#maxRetries;
    const idempotent = options.isIdempotent ?? IDEMPOTENT.has(options.method);
    const url = this.#url(options);
    const event = { method: options.method, url: url.href };
    let waitedMs = 0;
    for (let attempts = 1;; attempts++) {
      waitedMs += await this.#pace(options, url, attempts, waitedMs);
      try {
        return await this.#attempt(options, url, attempts, read);
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined || !(error instanceof Error)) throw error;
        const delayMs = retryDelayMs(failure, {
          idempotent,
          attempts,
          maxRetries,
          waitedMs,
          budgetMs: this.#retryBudgetMs,
          random: this.#random(),
        });
        if (delayMs === undefined) throw error;
        this.#hooks.onRetry?.({ ...event, attempt: attempts, delayMs, error });
        await this.wait(delayMs, options);
        waitedMs += delayMs;
      }
    }
  }

  /** Holds a request back while few are left; returns how long it did. */
  async #pace(
    options: RequestOptions,
    url: URL,
    attempt: number,
    alreadyMs: number,
  ): Promise<number> {
    let waitedMs = 0;
    for (;;) {
      const delayMs = this.#pacer.take(paceKey(url), this.#now());
      if (delayMs <= 0) return waitedMs;
      // Beyond the budget the service decides, and its refusal says until when.
      if (alreadyMs + waitedMs + delayMs > this.#retryBudgetMs) return waitedMs;
      const { method } = options;
      this.#hooks.onWait?.({ method, url: url.href, attempt, delayMs });
      await this.wait(delayMs, options);
      waitedMs += delayMs;
    }
  }

  async #attempt<T>(
    options: RequestOptions,
    url: URL,
    number: number,
    read: Reader<T>,
  ): Promise<T> {
    const signal = options.call?.signal;
    if (signal?.aborted) throw this.aborted(options, signal.reason);
    const token = await this.#tokenFor(options);
    if (token !== undefined && !isSecure(url)) {
      throw new ConfigurationError(
        `Cannot ${options.action}: the token would go over plain http to ${url.host}; use an https URL`,
      );
    }
    const timeoutMs = options.call?.timeoutMs ?? this.#timeoutMs;
    const deadline = new Deadline(timeoutMs, signal);
    const attempt = { options, url, token, number, deadline };
    try {
      const [response, finalUrl] = await this.#sender.send(attempt);
      if (!response.ok) {
        const context = {
          action: options.action,
          method: options.method,
          url: displayUrl(finalUrl, url.origin),
          token,
          now: this.#now(),
        };
        throw await guard(attempt, readApiError(response, context));
      }
      return await guard(attempt, read(response, finalUrl));
    } finally {
      deadline.clear();
    }
  }
}
