/**
 * Reasons of refusals in the service's own text. Where it does, its words stand
 * alone, but for the one pointer that fits; see `errors.ts` for what is said
 * where it does not.
 *
 * @module
 */

import { permissionText } from "../define/access.ts";

/** The token that was refused, and its owner. */
export interface RefusedToken {
  /** The source of the token, as messages name it. */
  readonly tokenSource: string;
  readonly namespace: string | undefined;
}

/** The page that gives tokens their permissions. */
export const tokensPage = "https://huggingface.co/settings/tokens";

/** Causes that the service names, and what each leaves to be said. */
const causes: readonly (readonly [
  RegExp,
  (refused: RefusedToken, named: string) => string,
])[] = [
  [/missing permissions?: *(\w+(?:[., ]+\w+)*)/i, ({ tokenSource }, named) => {
    const names = named.split(/[, ]+/);
    return `Give the token from ${tokenSource} ${permissionText(names)} at ` +
      `${tokensPage}, or use another token.`;
  }],
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

/**
 * A pointer that follows the service's text.
 *
 * @param text The service's words.
 * @returns The pointer, `""` if its words need none; undefined: they do not say
 * why.
 */
export function pointerFor(
  text: string,
  refused: RefusedToken,
): string | undefined {
  for (const [pattern, pointer] of causes) {
    const match = pattern.exec(text);
    if (match !== null) return pointer(refused, match[1] ?? "");
  }
  return enough.some((pattern) => pattern.test(text)) ? "" : undefined;
}

/** The pages on which an account pays. */
export function billingPages({ namespace }: Pick<RefusedToken, "namespace">) {
  const ofUser = "https://huggingface.co/settings/billing";
  return namespace === undefined
    ? `Set it up at ${ofUser}.`
    : `Set it up at ${ofUser}, or, if ${namespace} is an organization, at ` +
      `https://huggingface.co/organizations/${namespace}/settings/billing.`;
}
