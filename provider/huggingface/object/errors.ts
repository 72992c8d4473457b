import { versions } from "node:process";
import {
  DiagnosticsError,
  failure,
  inOneLine,
  type Paragraph,
  Path,
  redactValues,
} from "@hf-terraform/framework";
import {
  AbortedError,
  type ApiError,
  ConnectionError,
  InvalidArgumentError,
  isApiError,
  isHuggingFaceError,
  mayHaveTakenEffect,
  RateLimitError,
  TimeoutError,
} from "@hf-terraform/client";
import { type Access, permissionText, planText } from "../define/access.ts";

export interface ErrorContext extends Partial<Access> {
  /** The failure, such as "Cannot create the endpoint acme/x". */
  readonly summary: string;
  readonly provider: { tokenSource(): Promise<string> };
  readonly namespace?: string | undefined;
  /** More advice, as a sentence. */
  readonly advice?: string | undefined;
  readonly command?: Paragraph | undefined;
  /** The advice after a write whose answer is lost, in place of "try again". */
  readonly adviceIfLost?: string | undefined;
  readonly path?: Path | undefined;
  /** The attribute that names what may be missing, to blame for 403 and 404. */
  readonly named?: string | undefined;
}

/** Explains an error of the client; returns all else as it is. */
export async function explain(
  error: unknown,
  context: ErrorContext,
): Promise<unknown> {
  if (error instanceof DiagnosticsError) return error;
  const advice = await adviceFor(error, context);
  if (advice === undefined || !(error instanceof Error)) return error;
  const { summary, advice: more = "", command, path, named } = context;
  const reason = sentence(reasonOf(error, summary));
  const next = [advice, more].filter((part) => part !== "").join(" ");
  const parts = [reason, next].filter((part) => part !== "");
  // A line that is too long loses its end.
  const detail: Paragraph[] = reason.length > 1000 ? parts : [parts.join(" ")];
  if (command !== undefined) detail.push(command);
  const isNamed = isApiError(error, 403) || isApiError(error, 404);
  const blamed = isNamed && named ? Path.root.attribute(named) : undefined;
  return failure(summary, detail, path ?? blamed, { cause: error });
}

/** The message of an error, without what the summary says already. */
function reasonOf(error: Error, summary: string): string {
  const { cause } = error;
  const told = isApiError(error) ? error.reason.trim().replace(/\.$/, "") : "";
  // The rest are words of the client.
  const message = error.message.replace(told, () => redactValues`${told}`);
  if (error instanceof AbortedError && cause instanceof Error) {
    return `It was interrupted: ${cause.message}`;
  }
  const begin = `${summary}: `;
  const reason = message.toLowerCase().startsWith(begin.toLowerCase())
    ? message.slice(begin.length)
    : message;
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Words of others in quotes and one line, so that none reads as our own. */
export function quoteWords(text: string): string {
  // With its quotes it is no longer than a value of a message may be.
  return JSON.stringify(inOneLine(redactValues`${text.trim()}`, 400));
}

/** The text with a full stop, unless it has one. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Messages of Deno and Node about a certificate of an unknown authority. */
const distrusted =
  /UnknownIssuer|issuer certificate|self[- ]signed certificate|unable to verify/i;

/** Advice on an error; undefined: it is no failure of a request. */
async function adviceFor(
  error: unknown,
  context: ErrorContext,
): Promise<string | undefined> {
  const { adviceIfLost } = context;
  if (adviceIfLost !== undefined && isWriteLost(error)) {
    return `The answer is lost, so it may have been done. ${adviceIfLost}`;
  }
  if (isApiError(error)) return await statusAdvice(error, context);
  if (error instanceof AbortedError) {
    return "Nobody waits for it any longer." +
      // An action would begin anew.
      (adviceIfLost === undefined ? " Run the command again to go on." : "");
  }
  if (error instanceof TimeoutError) {
    return "It was not over in time. If it needs more, raise `timeout` where " +
      "there is one, else `request_timeout` in the provider block.";
  }
  if (error instanceof ConnectionError) {
    return distrusted.test(error.message)
      ? "Nobody whom this machine trusts has signed the service's " +
        "certificate. A company's proxy that intercepts TLS has a " +
        "certificate authority of its own: set `NODE_EXTRA_CA_CERTS` to its " +
        "PEM file, or add it to the system's store. See the guide on proxies."
      : "Check the network, the proxy settings (`HTTPS_PROXY`" +
        ("deno" in versions
          ? ""
          : ", which Node obeys from 22.21 and 24.5 on") +
        ") and the URLs in the provider block, then try again.";
  }
  if (isHuggingFaceError(error) && !(error instanceof InvalidArgumentError)) {
    return "Check the URLs in the provider block, and whether a proxy answers " +
      "in the service's place.";
  }
  return undefined;
}

/** Whether a request that changes something may have taken effect. */
export function isWriteLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isWriteLost(error.cause) || mayHaveTakenEffect(error) &&
      !["GET", "HEAD"].includes(Reflect.get(error, "method"));
}

async function statusAdvice(
  error: ApiError,
  context: ErrorContext,
): Promise<string> {
  if (error.status >= 500) {
    const { requestId: id } = error;
    return "The service failed. Try again; if it fails every time, look at " +
      "https://status.huggingface.co, or ask support" +
      (id === undefined || id.length > 200
        ? "."
        : ` and give the request id ${id}.`);
  }
  if (error instanceof RateLimitError) {
    // The client's message says until when.
    return error.quota === "window"
      ? "It takes fewer at a time with `-parallelism`."
      : "";
  }
  const { namespace, path, permission = null, plan } = context;
  const tokenSource = await context.provider.tokenSource();
  const reason = redactValues`${error.reason}`;
  const pointer = pointerFor(reason, { tokenSource, namespace });
  if (pointer !== undefined) return pointer;
  const place = namespace === undefined
    ? ""
    : ` for the namespace ${namespace}`;
  const allowed = permission === null
    ? undefined
    : `${permissionText(permission)}${place}`;
  const needs = allowed === undefined ? "" : ` It needs ${allowed}.`;
  const paid = plan === undefined
    ? ""
    : ` The organization needs ${planText(plan)}: the service may refuse in ` +
      "the same way for that.";
  switch (error.status) {
    case 401:
      return `The token from ${tokenSource} was refused: it may be expired, ` +
        `revoked or cut off.${needs}${paid} Check it with \`hf auth whoami\`.`;
    case 402:
      return `${billingPages({ namespace })}${paid}`;
    case 403:
      return `The token from ${tokenSource} needs ` +
        `${allowed ?? `the permission for this call${place}`}. Give it that ` +
        `at ${tokensPage}, use another token, or check that the namespace is ` +
        `the right one.${paid}`;
    case 404:
      return `Either it does not exist, or the token from ${tokenSource} may ` +
        `not see it.${needs}${paid} Check ` +
        (path !== undefined
          ? `\`${path}\`.`
          : namespace === undefined
          ? "the name."
          : "the name and the namespace.");
    default:
      return "";
  }
}

interface RefusedToken {
  /** The source of the token, as messages name it. */
  readonly tokenSource: string;
  readonly namespace: string | undefined;
}

const tokensPage = "https://huggingface.co/settings/tokens";

/** Causes that a service's text names, and the one pointer that each needs. */
const causes: readonly (readonly [
  RegExp,
  (refused: RefusedToken, named: string) => string,
])[] = [
  [
    // Any other word may be one that nobody must see.
    /missing permissions?: *((?:\w+\.)+(?:read|write)\b(?:[, ]+(?:\w+\.)+(?:read|write)\b)*)/i,
    ({ tokenSource }, named) => {
      const names = named.split(/[, ]+/);
      return `Give the token from ${tokenSource} ${permissionText(names)} at ` +
        `${tokensPage}, or use another token.`;
    },
  ],
  [
    /\b(?:write|read-only) token\b|token .{0,200}read-only/i,
    ({ tokenSource }) =>
      `That is the token from ${tokenSource}; use another, of ${tokensPage}.`,
  ],
  [/payment method|\bcredits?\b|\bbilling\b|\bunpaid\b/i, billingPages],
  [
    /rights to .{0,200} under the namespace/i,
    ({ tokenSource }) =>
      `Check the namespace, whose the token from ${tokenSource} is, and that ` +
      `it may write there: ${tokensPage}.`,
  ],
  [
    /\bis not gated\b/i,
    () =>
      "Nobody needs access to it. Gate it first, with the `gated` of its " +
      "resource.",
  ],
];

/** Words that need no pointer: they lead somewhere, or nothing is to be done. */
const enough: readonly RegExp[] = [
  /https?:\/\//,
  /storage limit|\bquotas?\b|\bupgrade\b|\bsubscri(?:be|ption)\b/i,
  /\b(?:PRO|Team|Enterprise)\b|\bplans?\b/,
  /\bnot (?:a|an) \w+ of\b|\bnot a member\b|\bonly \w+ (?:can|may)\b/i,
  /\b(?:is|are|has been) (?:disabled|restricted|archived|reset|rejected)\b/i,
  /\bUser\b.{0,200} not found|No access request found/i,
];

/** The pointer after the service's text; undefined: that does not say why. */
function pointerFor(text: string, refused: RefusedToken): string | undefined {
  for (const [pattern, pointer] of causes) {
    const match = pattern.exec(text);
    if (match !== null) return pointer(refused, match[1] ?? "");
  }
  return enough.some((pattern) => pattern.test(text)) ? "" : undefined;
}

function billingPages({ namespace }: Pick<RefusedToken, "namespace">) {
  const ofUser = "https://huggingface.co/settings/billing";
  return namespace === undefined
    ? `Set it up at ${ofUser}.`
    : `Set it up at ${ofUser}, or, if ${namespace} is an organization, at ` +
      `https://huggingface.co/organizations/${namespace}/settings/billing.`;
}
