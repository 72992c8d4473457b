/**
 * The transport that API areas are built on: base URLs, token, time limits,
 * retries and pace around the attempts of `sender.ts`.
 *
 * @module
 */

import { mayHaveTakenEffect } from "./api_errors.ts";
import { Mask, resolveToken } from "./auth.ts";
import { readerOf } from "./body.ts";
import { MAX_RESPONSE_BYTES } from "./bounds.ts";
import {
  ConfigurationError,
  HuggingFaceError,
  type ResponseFormatError,
} from "./errors.ts";
import { answerOf, Call, type DataWithResponse } from "./call.ts";
import type { ClientOptions, Hooks } from "./options.ts";
import { Queue } from "./queue.ts";
import { Pacer, parseRateLimit, QuotaNames } from "./rate_limit.ts";
import {
  type FullRequest,
  type RequestOptions,
  type Service,
  withDefaults,
} from "./request.ts";
import { Sender, translateError, translateErrors } from "./sender.ts";
import {
  type ErrorContext,
  formatError,
  readAnything,
  readApiError,
  type ReadContext,
  readJson,
  readSuccess,
  readText,
  readWhole,
  requestId,
} from "./response.ts";
import { retryDelayMs } from "./retry.ts";
import type { AnyShape, UnreadField } from "./shape.ts";
import { abortable, Deadline, delayAbort, sleep } from "./signals.ts";
import { buildUrl, isSecure, parseBaseUrls } from "./url.ts";
import { MAX_REPORTED, UnreadFields } from "./unread_fields.ts";
import { defaultHeaders, fetchOptions } from "./user_agent.ts";

/** The context of a response while it is read. */
type AnswerContext = ErrorContext & ReadContext;

type Reader<T> = (response: Response, context: AnswerContext) => Promise<T>;

/** Milliseconds without a byte after which a stream counts as dead. */
const IDLE_TIMEOUT_MS = 300_000;

const IDEMPOTENT: ReadonlySet<string> = new Set(["PUT", "DELETE"]);

/**
 * Sends requests to the services: base URLs, token, time limits, retries, rate
 * limits, redirects, errors. API areas are built on it.
 */
export class Transport {
  readonly #baseUrls: Readonly<Record<Service, string>>;
  readonly #token: ClientOptions["token"];
  readonly #mask: Mask;
  readonly #maxBytes: number;
  readonly #sender: Sender;
  readonly #hooks: Hooks;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #retryBudgetMs: number;
  readonly #writeGraceMs: number;
  readonly #mayRepeat: ClientOptions["mayRepeat"];
  readonly #sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #pacer: Pacer;
  readonly #quotaNames: QuotaNames;
  readonly #unreadFields: UnreadFields;
  readonly #queue: Queue;

  /**
   * Makes a transport, if base URLs and headers can be used.
   *
   * @param other One that keeps pace with it, and whose tokens it knows.
   */
  constructor(options: ClientOptions = {}, other?: Transport) {
    this.#pacer = other ? other.#pacer : new Pacer();
    this.#quotaNames = other ? other.#quotaNames : new QuotaNames();
    this.#unreadFields = other ? other.#unreadFields : new UnreadFields();
    this.#queue = other ? other.#queue : new Queue();
    this.#baseUrls = parseBaseUrls(options);
    this.#token = options.token;
    this.#mask = new Mask(options.mask, other && other.#mask);
    // An answer, or an error, may have it before it is sent.
    if (typeof this.#token === "string") this.#mask.add(this.#token);
    this.#hooks = options.hooks ?? {};
    this.#maxBytes = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#maxRetries = options.maxRetries ?? 4;
    this.#retryBudgetMs = options.retryBudgetMs ?? 60_000;
    this.#writeGraceMs = options.writeGraceMs ?? 0;
    this.#mayRepeat = options.mayRepeat;
    this.#sleep = options.sleep ?? sleep;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? Date.now;
    this.#sender = new Sender({
      fetch: async (request) =>
        await (options.fetch?.(request) ?? fetch(request, fetchOptions)),
      hooks: this.#hooks,
      headers: defaultHeaders(options),
      mask: this.#mask,
      now: this.#now,
      onHeaders: (url, headers) => {
        const limit = parseRateLimit(headers);
        if (limit === undefined) return;
        const key = this.#quotaNames.learn(url, limit.bucket);
        this.#pacer.observe(key, limit, this.#now());
      },
    });
  }

  /** Sends a request whose answer is JSON. */
  request<T>(options: RequestOptions): Call<T> {
    return this.#call(options, (response, context) => {
      const tell = (what: UnreadField) =>
        this.#tell(what, options.shape, response, context);
      return readJson<T>(response, context, options, tell);
    });
  }

  /** Sends a request when those before it that go in turn have ended. */
  requestInTurn<T>(options: RequestOptions): Call<T> {
    const answer = this.#queue.run(
      () => this.request<T>(options).withResponse(),
      (before) => this.waitFor(before, options),
    );
    return new Call(() => answer);
  }

  /** Sends a request whose answer is not checked: JSON, else text, or null. */
  requestUntyped<T>(options: RequestOptions): Call<T> {
    return this.#call(options, readAnything<T>);
  }

  /** Sends a request whose answer is a file. */
  bytes(options: RequestOptions): Call<Uint8Array> {
    return this.#call(
      options,
      (response, context) =>
        readWhole(response, context, (bytes) => bytes.slice()),
    );
  }

  /** Sends a request whose answer the caller reads; its body still comes. */
  open(options: RequestOptions): Call<Response> {
    return this.#call(options, (response) => Promise.resolve(response));
  }

  /** Sends a request whose answer is text. */
  text(options: RequestOptions): Call<string> {
    return this.#call(
      options,
      (response, context) => readText(response, context, (text) => text),
    );
  }

  /** Sends a request whose answer says nothing but success. */
  send(options: RequestOptions): Call<void> {
    return this.#call(options, readSuccess);
  }

  /** Sends a request that deletes something. */
  delete(options: Omit<RequestOptions, "method">): Call<void> {
    return this.send({ ...options, method: "DELETE" });
  }

  /**
   * Sends a request whose answer keeps coming. The time limit of an attempt
   * ends with the head of the answer, then `idleTimeoutMs` counts. Leaving the
   * loop ends the connection. A piece is good until the next one.
   *
   * @throws {ConnectionError} If the connection broke.
   */
  async *chunks(
    options: RequestOptions,
    onOpen?: () => void,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { signal, idleTimeoutMs = IDLE_TIMEOUT_MS } = options.call ?? {};
    const reader = await this.#call(
      options,
      (response) => Promise.resolve(readerOf(response)),
    );
    const idle = new Deadline(idleTimeoutMs, signal);
    try {
      onOpen?.();
      while (reader !== undefined) {
        idle.restart();
        const piece = await abortable(reader.read(), idle.signal);
        idle.clear();
        if (piece === undefined) return;
        yield piece;
        // A read of what is at hand lets no timer and no signal have its turn.
        await sleep(0);
      }
    } catch (error) {
      throw this.interrupted(options, error, idle);
    } finally {
      idle.clear();
      await reader?.cancel().catch(() => undefined);
    }
  }

  /** The time, as this client sees it. */
  now(): number {
    return this.#now();
  }

  /** Waits between two polls. */
  wait(ms: number, options: RequestOptions): Promise<void> {
    return this.waitFor(this.#sleep(ms, options.call?.signal), options);
  }

  /** Waits for a promise, unless the caller ends the wait. */
  async waitFor<T>(promise: Promise<T>, options: RequestOptions): Promise<T> {
    const signal = options.call?.signal;
    try {
      return await abortable(promise, signal);
    } catch (error) {
      throw signal?.aborted ? this.interrupted(options, error) : error;
    }
  }

  /** The error of a call that its caller ended, or whose answer broke off. */
  interrupted(
    options: RequestOptions,
    cause: unknown,
    deadline?: { readonly isExpired: boolean; readonly ms: number },
  ): HuggingFaceError {
    const request = withDefaults(options);
    const url = this.#url(request);
    const attempt = { options: request, url, mask: this.#mask, deadline };
    const broken = "the answer broke off";
    return translateError(cause, attempt, "nothing came for", broken);
  }

  /** The token that a request would carry now. */
  async token(options: RequestOptions): Promise<string | undefined> {
    if (options.usesToken === false) return undefined;
    const resolving = resolveToken(this.#token, this.#mask);
    const token = await this.waitFor(resolving, options);
    if (token !== undefined) this.#mask.add(token);
    return token;
  }

  /** A value that the service sent, as it may stand in an error. */
  masked<T extends object>(value: T): T {
    return this.#mask.fields(value);
  }

  /** The error of an answer that says success and cannot be used. */
  invalidResponse(
    options: RequestOptions,
    reason: string,
    headers: Headers = new Headers(),
  ): ResponseFormatError {
    const request = withDefaults(options);
    const url = this.#url(request).href;
    const context = { ...request, url, mask: this.#mask };
    return formatError({ headers }, context, reason);
  }

  /** Tells once of a field that a kind of answer lacks. */
  #tell(
    what: UnreadField,
    shape: AnyShape | undefined,
    response: Response,
    { method, url, mask, found }: AnswerContext,
  ): void {
    const isTold = what.lost === undefined
      ? this.#unreadFields.isNew(what.field, shape)
      : found.skippedItems++ < MAX_REPORTED;
    if (!isTold) return;
    const id = requestId(response.headers);
    const event = { ...what, method, url, requestId: id };
    this.#hooks.onUnreadField?.(mask.fields(event));
  }

  #url({ service, path, query }: FullRequest): URL {
    return buildUrl(this.#baseUrls[service], path, query);
  }

  #call<T>(options: RequestOptions, read: Reader<T>): Call<T> {
    const answer = this.#answer(withDefaults(options), read);
    return new Call(() => answer);
  }

  async #answer<T>(
    options: FullRequest,
    read: Reader<T>,
  ): Promise<DataWithResponse<T>> {
    const maxRetries = options.call?.maxRetries ?? this.#maxRetries;
    const mayRepeat = options.isRead
      ? undefined
      : options.call?.mayRepeat ?? this.#mayRepeat;
    // Who looks before each repeat knows better than the route.
    const idempotent = options.isRead ||
      typeof options.call?.mayRepeat === "function" ||
      (options.isIdempotent ?? IDEMPOTENT.has(options.method));
    const url = this.#url(options);
    const event = { method: options.method, url: url.href };
    let waitedMs = 0;
    let failed: Error | undefined;
    for (let attempts = 1;; attempts++) {
      const heldMs = await this.#pace(options, url, attempts, waitedMs);
      waitedMs += heldMs;
      // A look that was taken before may be as old as the wait.
      if (heldMs > 0) {
        failed ??= new HuggingFaceError(
          `Cannot ${this.#mask.redact(options.action)}: it waited ${
            Math.ceil(heldMs / 1000)
          } s for the rate limit`,
        );
      }
      if (failed && mayRepeat && !await mayRepeat(failed)) throw failed;
      try {
        return await this.#attempt(options, url, attempts, read);
      } catch (error) {
        const delayMs = mayRepeat === false && mayHaveTakenEffect(error)
          ? undefined
          : retryDelayMs(error, {
            idempotent,
            attempts,
            maxRetries,
            waitedMs,
            budgetMs: this.#retryBudgetMs,
            random: this.#random(),
          });
        if (delayMs === undefined || !(error instanceof Error)) throw error;
        const retry = { ...event, attempt: attempts, delayMs, error };
        this.#hooks.onRetry?.(this.#mask.fields(retry));
        await this.wait(delayMs, options);
        waitedMs += delayMs;
        failed = error;
      }
    }
  }

  /** Holds a request back while few are left; returns how long it did. */
  async #pace(
    options: FullRequest,
    url: URL,
    attempt: number,
    alreadyMs: number,
  ): Promise<number> {
    let waitedMs = 0;
    for (;;) {
      const key = this.#quotaNames.key(url);
      const delayMs = this.#pacer.take(key, this.#now());
      if (delayMs <= 0) return waitedMs;
      // Beyond the budget the service decides, and its refusal says until when.
      if (alreadyMs + waitedMs + delayMs > this.#retryBudgetMs) return waitedMs;
      const event = { method: options.method, url: url.href, attempt, delayMs };
      this.#hooks.onWait?.(this.#mask.fields(event));
      await this.wait(delayMs, options);
      waitedMs += delayMs;
    }
  }

  async #attempt<T>(
    options: FullRequest,
    url: URL,
    number: number,
    read: Reader<T>,
  ): Promise<DataWithResponse<T>> {
    const signal = options.call?.signal;
    if (signal?.aborted) throw this.interrupted(options, signal.reason);
    const token = await this.token(options);
    const mask = this.#mask;
    if (token !== undefined && !isSecure(url)) {
      throw new ConfigurationError(
        `Cannot ${
          mask.redact(options.action)
        }: the token would go over plain http to ${url.host}`,
      );
    }
    const timeoutMs = options.call?.timeoutMs ?? this.#timeoutMs;
    const grace =
      signal === undefined || options.isRead || this.#writeGraceMs === 0
        ? undefined
        : delayAbort(signal, this.#writeGraceMs);
    const deadline = new Deadline(timeoutMs, grace?.signal ?? signal);
    const attempt = { options, url, token, mask, number, deadline };
    try {
      const [response, shownUrl] = await this.#sender.send(attempt);
      const found = { skippedItems: 0, bytes: 0, kinds: new Map() };
      const context = {
        ...options,
        url: shownUrl,
        mask,
        now: this.#now(),
        signal: deadline.signal,
        limit: this.#maxBytes,
        found,
      };
      if (!response.ok) {
        throw await translateErrors(attempt, readApiError(response, context));
      }
      const data = await translateErrors(attempt, read(response, context));
      return answerOf(data, response, context);
    } finally {
      deadline.clear();
      grace?.release();
    }
  }
}
