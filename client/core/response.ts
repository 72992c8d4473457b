/**
 * Reading answers: JSON, and errors in every form the services send them.
 *
 * @module
 */

import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  type Quota,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "./api_errors.ts";
import type { Mask } from "./auth.ts";
import { type Body, readBody } from "./body.ts";
import { header, MAX_ERROR_BYTES, MAX_WAIT_MS } from "./bounds.ts";
import { type RequestErrorDetails, ResponseFormatError } from "./errors.ts";
import { memoryOf } from "./json_excess.ts";
import { parseRateLimit } from "./rate_limit.ts";
import { parseRetryAfter } from "./retry.ts";
import type { RequestOptions } from "./request.ts";
import { describe, readShape, type UnreadField } from "./shape.ts";

/** Characters that a secret can have, as they stand in an answer. */
const TAIL_LENGTH: number = MAX_ERROR_BYTES / 2;
/** No more of a plain-text body goes into a message than this. */
const REASON_LIMIT = 1000;

/** The request of a response, for the message of an error. */
export interface ErrorContext
  extends Pick<RequestErrorDetails, "action" | "method" | "url"> {
  /** Takes the token out of the error. */
  readonly mask: Mask;
  /** The time in milliseconds since 1970. */
  readonly now: number;
  /** Ends the reading of its body. */
  readonly signal?: AbortSignal | undefined;
}

/** The context of an answer while it is read. */
export interface ReadContext extends Omit<ErrorContext, "now"> {
  /** The most bytes that it may have. */
  readonly limit: number;
  /** The list items that were skipped, and the bytes of memory of the rest. */
  readonly found: {
    skippedItems: number;
    bytes: number;
    readonly kinds: Map<number, number>;
  };
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The id under which the service logged a request. */
export function requestId(headers: Headers): string | undefined {
  return header(headers, "x-request-id") ??
    header(headers, "x-amzn-trace-id") ?? header(headers, "x-amz-cf-id");
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text that explains an error, from the forms its body can have. */
function reasonOf(body: unknown): string {
  if (typeof body === "string") return textReason(body);
  if (!isObject(body)) return "";
  const parts = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value === "string") {
      if (value.trim() !== "") parts.add(value.trim());
    } else if (Array.isArray(value)) {
      value.forEach(add);
    } else if (isObject(value)) {
      add(value["message"]);
    }
  };
  add(body["error"]);
  add(body["error_description"]);
  add(body["errors"]);
  if (parts.size === 0) add(body["message"]);
  // None of it may look like a line of somebody else.
  return [...parts].join("; ").replace(/\s+/g, " ");
}

function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|\?xml)/i.test(text);
}

function textReason(body: string): string {
  const text = isPage(body)
    ? /<title[^<>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? ""
    : body;
  return text.replace(/\s+/g, " ").trim().slice(0, REASON_LIMIT);
}

const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 }),
);

/** Reads "You can retry this action in about 1 hour", for the message only. */
function actionReset(reason: string): number | undefined {
  const match = /retry this action in (?:about )?(\d+|an?) (\w+?)s?\b/i
    .exec(reason);
  const unit = UNITS_MS.get(match?.[2]?.toLowerCase() ?? "");
  if (match === null || unit === undefined) return undefined;
  const count = /^\d/.test(match[1] ?? "") ? Number(match[1]) : 1;
  return Math.min(count * unit, MAX_WAIT_MS);
}

interface LimitFacts {
  readonly quota: Quota;
  readonly resetAfterMs: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/**
 * 429 means two things: with requests left in the window, or by its text, it is
 * the quota of one kind of action, whose `t` says nothing about it.
 */
function limitFacts(
  headers: Headers,
  reason: string,
  asked: number | undefined,
): LimitFacts {
  const limit = parseRateLimit(headers);
  const isAction = limit === undefined
    ? /rate limit for .{0,200}\(\d+ per|quotas? for action/i.test(reason)
    : limit.remaining > 0;
  if (isAction) {
    const resetAfterMs = asked ?? actionReset(reason);
    return { quota: "action", resetAfterMs, retryAfterMs: asked };
  }
  // A second more than told, because the header cuts fractions off.
  const told = limit === undefined ? undefined : limit.resetAfterMs + 1000;
  const wait = asked === undefined || told === undefined
    ? asked ?? told
    : Math.max(asked, told);
  return { quota: "window", resetAfterMs: wait, retryAfterMs: wait };
}

function limitAdvice(
  { quota, resetAfterMs: ms }: LimitFacts,
  now: number,
): string {
  const what = quota === "window" ? "requests" : "this kind of action";
  const when = ms === undefined
    ? "later"
    : `again in ${Math.ceil(ms / 1000)} s, at ${
      new Date(now + ms).toISOString()
    }`;
  return `The quota of ${what} is used up; try ${when}`;
}

const CLASSES: Readonly<
  Record<number, new (details: ApiErrorDetails) => ApiError>
> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
};

/** Turns an answer that means no into its error, and ends its body. */
export function readApiError(
  response: Response,
  context: ErrorContext,
): Promise<ApiError> {
  return readBody(
    response,
    { limit: MAX_ERROR_BYTES, signal: context.signal },
    (body) => apiError(response, context, body),
  );
}

function apiError(
  response: Response,
  { action, method, url, mask, now }: ErrorContext,
  { bytes, isWhole }: Body,
): ApiError {
  const { status, headers } = response;
  const text = new TextDecoder().decode(bytes);
  // What was cut off can leave a part of a secret at the end.
  const body = isWhole
    ? mask.value(parse(text))
    : mask.redact(text).slice(0, -TAIL_LENGTH);
  const reason = reasonOf(body) || header(headers, "x-error-message") || "";
  const code = header(headers, "x-error-code") ??
    (isObject(body) && typeof body["code"] === "string"
      ? body["code"]
      : undefined);
  const retryAfterMs = parseRetryAfter(header(headers, "retry-after"), now);
  const advice = retryAfterMs === undefined || status === 429
    ? undefined
    : `The service asks to try again in ${Math.ceil(retryAfterMs / 1000)} s`;
  const details: ApiErrorDetails = mask.fields({
    action,
    method,
    url,
    status,
    reason,
    advice,
    code,
    requestId: requestId(headers),
    retryAfterMs,
    body,
  });
  if (status === 429) {
    const facts = limitFacts(headers, reason, retryAfterMs);
    return new RateLimitError({
      ...details,
      ...facts,
      advice: limitAdvice(facts, now),
    });
  }
  const known = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new known(details);
}

/** The error of an answer that says success and cannot be used. */
export function formatError(
  response: Pick<Response, "headers">,
  context: Omit<ErrorContext, "now">,
  reason: string,
): ResponseFormatError {
  const { action, method, url, mask } = context;
  const details = {
    action,
    method,
    url,
    reason,
    requestId: requestId(response.headers),
  };
  return new ResponseFormatError(mask.fields(details));
}

/** Reads a whole answer; more than the limit is an error. */
export function readWhole<T>(
  response: Response,
  context: ReadContext,
  use: (bytes: Uint8Array) => T,
): Promise<T> {
  return readBody(response, context, ({ bytes, isWhole }) => {
    if (isWhole) return use(bytes);
    throw tooLarge(response, context);
  });
}

function tooLarge(
  response: Response,
  context: ReadContext,
): ResponseFormatError {
  const reason = `the answer is larger than ${context.limit / 2 ** 20} MiB`;
  return formatError(response, context, reason);
}

/**
 * The characters of a text if memory has two bytes for each: one that is not
 * ASCII is enough, such as the one in place of a byte that is no UTF-8.
 */
function wideLength(text: string, bytes: Uint8Array): number {
  const isWide = text.length < bytes.length || text.includes("\ufffd");
  return isWide ? text.length : 0;
}

/**
 * Reads an answer that is text.
 *
 * @throws {ResponseFormatError} If it has more than the limit, in UTF-8 or in
 * memory, where a character that is not of Latin letters makes two bytes of all.
 */
export function readText<T>(
  response: Response,
  context: ReadContext,
  use: (text: string, bytes: Uint8Array) => T,
): Promise<T> {
  return readWhole(response, context, (bytes) => {
    const text = new TextDecoder().decode(bytes);
    if (wideLength(text, bytes) > context.limit / 2) {
      throw tooLarge(response, context);
    }
    return use(text, bytes);
  });
}

/**
 * Reads an answer that says nothing but success.
 *
 * @throws {ResponseFormatError} If it is a web page, which only something in
 * between sends, such as a portal to log in to.
 */
export function readSuccess(
  response: Response,
  context: ReadContext,
): Promise<void> {
  return readText(response, context, (text) => {
    if (!isPage(text)) return;
    throw formatError(response, context, "the answer is a web page");
  });
}

/** Reads an answer and parses it; `otherwise` if it is not JSON. */
function readParsed(
  response: Response,
  context: ReadContext,
  otherwise: (text: string) => string | null,
) {
  return readText(response, context, (text, bytes) => {
    try {
      const { found, limit } = context;
      const wide = wideLength(text, bytes);
      found.bytes = memoryOf(bytes, limit, found.kinds, wide);
      return JSON.parse(text);
    } catch (cause) {
      // The runtime's own words quote a part of the text, so of a secret.
      if (!(cause instanceof RangeError)) return otherwise(text);
      throw formatError(response, context, `the answer ${cause.message}`);
    }
  });
}

/** Reads any answer: parsed JSON, else text; null if it is empty. */
export function readAnything<T>(
  response: Response,
  context: ReadContext,
): Promise<T> {
  return readParsed(response, context, (text) => text === "" ? null : text);
}

/**
 * Reads an answer that should be JSON.
 *
 * @throws {ResponseFormatError} If it is not JSON, lacks what is demanded, or is
 * about another object.
 */
export async function readJson<T>(
  response: Response,
  context: ReadContext,
  wanted: Pick<RequestOptions, "shape" | "identity">,
  tell: (what: UnreadField) => void,
): Promise<T> {
  const data: T = await readParsed(response, context, () => {
    const type = header(response.headers, "content-type") ?? "no content type";
    throw formatError(response, context, `the answer is not JSON but ${type}`);
  });
  const wrong = whatIsWrong(data, context.mask, wanted, tell);
  if (wrong === undefined) return data;
  throw formatError(response, context, wrong);
}

/** The reason why data is not what was asked for; undefined if it is. */
function whatIsWrong(
  data: unknown,
  mask: Mask,
  { shape = true, identity = {} }: Pick<RequestOptions, "shape" | "identity">,
  tell: (what: UnreadField) => void,
): string | undefined {
  const shown = (value: unknown) =>
    mask.redact(JSON.stringify(value) ?? "missing").slice(0, REASON_LIMIT);
  let wrong = readShape(shape, data, tell);
  for (const [field, value] of Object.entries(identity)) {
    const actual = isObject(data) ? data[field] : undefined;
    if (wrong !== undefined || actual === value) continue;
    wrong = { field, reason: `is ${shown(actual)}, not ${shown(value)}` };
  }
  return wrong && describe(wrong, "the answer of the API", shown);
}
