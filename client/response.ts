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
  PermissionError,
  type Quota,
  RateLimitError,
  ServerError,
  ValidationFailedError,
} from "./api_errors.ts";
import { redact } from "./auth.ts";
import { ResponseFormatError } from "./errors.ts";
import { parseRateLimit } from "./rate_limit.ts";
import { parseRetryAfter } from "./retry.ts";

/** No more of an error's body is read than this many bytes. */
const BODY_LIMIT = 64 * 1024;
/** No more of a plain-text body goes into a message than this. */
const REASON_LIMIT = 1000;

/** What a response answers to, for the message of an error. */
export interface ErrorContext {
  /** What was tried, to follow "Cannot". */
  readonly action: string;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, without anything secret. */
  readonly url: string;
  /** The token, to keep it out of the error. */
  readonly token: string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Whether a value is a JSON object.
 *
 * @param value Any value.
 * @returns Whether it is one.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The id under which the service logged a request.
 *
 * @param headers The headers of its answer.
 * @returns The id, or undefined if there is none.
 */
export function requestId(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? headers.get("x-amzn-trace-id") ??
    headers.get("x-amz-cf-id") ?? undefined;
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  let size = 0;
  while (reader !== undefined && size < BODY_LIMIT) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const chunk = value.subarray(0, BODY_LIMIT - size);
    size += chunk.length;
    text += decoder.decode(chunk, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/**
 * The text that explains an error, from the forms its body can have.
 *
 * @param body Parsed JSON, or text.
 * @returns The text, or `""`.
 */
export function reasonOf(body: unknown): string {
  if (typeof body === "string") return textReason(body);
  if (!isObject(body)) return "";
  const parts: string[] = [];
  const add = (value: unknown) => {
    if (typeof value === "string" && value.trim() !== "") {
      if (!parts.includes(value.trim())) parts.push(value.trim());
    } else if (Array.isArray(value)) {
      value.forEach(add);
    } else if (isObject(value)) {
      add(value["message"]);
    }
  };
  add(body["error"]);
  add(body["error_description"]);
  add(body["errors"]);
  if (parts.length === 0) add(body["message"]);
  return parts.join("; ");
}

function textReason(body: string): string {
  const isHtml = /^\s*<(!doctype|html|\?xml)/i.test(body);
  const text = isHtml
    ? /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? ""
    : body;
  return text.replace(/\s+/g, " ").trim().slice(0, REASON_LIMIT);
}

const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};

/** Reads "You can retry this action in about 1 hour", for the message only. */
function actionReset(reason: string): number | undefined {
  const match = /retry this action in (?:about )?(\d+|an?) (\w+?)s?\b/i
    .exec(reason);
  const unit = SECONDS[match?.[2]?.toLowerCase() ?? ""];
  if (match === null || unit === undefined) return undefined;
  return (/^\d/.test(match[1] ?? "") ? Number(match[1]) : 1) * unit;
}

interface LimitFacts {
  readonly quota: Quota;
  readonly resetAfter: number | undefined;
  readonly retryAfter: number | undefined;
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
    ? /rate limit for .*\(\d+ per|quotas? for action/i.test(reason)
    : limit.remaining > 0;
  if (isAction) {
    const resetAfter = asked ?? actionReset(reason);
    return { quota: "action", resetAfter, retryAfter: asked };
  }
  // A second more than told, because the header cuts fractions off.
  const told = limit === undefined ? undefined : limit.resetAfter + 1;
  const wait = asked === undefined || told === undefined
    ? asked ?? told
    : Math.max(asked, told);
  return { quota: "window", resetAfter: wait, retryAfter: wait };
}

function limitAdvice(facts: LimitFacts, now: number): string {
  const what = facts.quota === "window"
    ? "The quota of requests"
    : "The quota of this kind of action";
  if (facts.resetAfter === undefined) return `${what} is used up; try later`;
  const at = new Date(now + facts.resetAfter * 1000).toISOString();
  const seconds = Math.ceil(facts.resetAfter);
  return `${what} is used up; try again in ${seconds} s, at ${at}`;
}

const CLASSES: Readonly<
  Record<number, new (details: ApiErrorDetails) => ApiError>
> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationFailedError,
};

/**
 * Turns an answer that means no into its error, and ends its body.
 *
 * @param response The answer.
 * @param context What it answers to.
 * @returns The error.
 */
export async function readApiError(
  response: Response,
  context: ErrorContext,
): Promise<ApiError> {
  const { action, method, url, token, now } = context;
  const { status, headers } = response;
  const body = parse(redact(await readBounded(response), token));
  const header = redact(headers.get("x-error-message") ?? "", token).trim();
  const reason = reasonOf(body) || header;
  const code = headers.get("x-error-code") ??
    (isObject(body) && typeof body["code"] === "string"
      ? body["code"]
      : undefined);
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now);
  const advice = retryAfter === undefined || status === 429
    ? undefined
    : `The service asks to try again in ${Math.ceil(retryAfter)} s`;
  const details: ApiErrorDetails = {
    action,
    method,
    url,
    status,
    reason,
    advice,
    code,
    requestId: requestId(headers),
    retryAfter,
    body,
  };
  if (status === 429) {
    const facts = limitFacts(headers, reason, retryAfter);
    return new RateLimitError({
      ...details,
      ...facts,
      advice: limitAdvice(facts, now),
    });
  }
  const known = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new known(details);
}

/**
 * Reads an answer that should be JSON.
 *
 * @typeParam T The shape of the answer; it is not checked.
 * @param response The answer.
 * @param request What it answers to.
 * @returns The answer, parsed.
 * @throws {ResponseFormatError} If it is not JSON.
 */
export async function readJson<T>(
  response: Response,
  request: Pick<ErrorContext, "action" | "method" | "url">,
): Promise<T> {
  const text = await response.text();
  try {
    const data: T = JSON.parse(text);
    return data;
  } catch (cause) {
    const type = response.headers.get("content-type") ?? "no content type";
    const reason = `the answer is not JSON but ${type}`;
    throw new ResponseFormatError({ ...request, reason }, { cause });
  }
}
