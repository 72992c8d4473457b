/**
 * The one exit for text that leaves the process: diagnostics, logs, progress,
 * errors of calls, last words. It knows every secret of the process and masks
 * it in whatever form, takes out what would steer a terminal, and cuts text
 * that somebody else made long.
 *
 * @module
 */

import { Buffer } from "node:buffer";

const MASK = "***";

/**
 * Shorter secrets are not masked: they stand in ordinary words and numbers,
 * and which of these are missing would tell the secret.
 */
const MIN_SECRET = 4;

/** Shorter pieces of base64 could be words by chance. */
const MIN_BASE64 = 8;

/** A longer line of a message is cut: what a service answered is quoted there. */
const MAX_LINE = 2048;

/** A longer message is cut in the middle: the advice stands at its end. */
const MAX_TEXT = 8192;

/** Of a longer text only the ends are looked at: the rest is cut anyway. */
const MAX_SEARCH = 2 ** 18;

const secrets = new Set<string>();

/** Secrets that no other text holds by chance. */
const tokens = new Set<string>();

/** All forms of all secrets, by their first characters. */
const forms = new Map<string, string[]>();

/**
 * Makes everything that leaves the process show `***` where `secret` stands,
 * plainly, escaped as in JSON, URLs or HTML, or in base64. A secret of fewer
 * than four characters is not masked.
 *
 * `isToken`: the secret is so long and random that no other text holds it by
 * chance. Then it is kept out of states too, unless it is configured there.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { maskSecret } from "./mod.ts";
 * import { presentable } from "./secrets.ts";
 *
 * maskSecret("kR8vQ2xZ");
 * const shown = presentable("The key kR8vQ2xZ is refused");
 * assertEquals(shown, "The key *** is refused");
 * ```
 */
export function maskSecret(secret: string, { isToken = false } = {}): void {
  if (isToken && secret.length >= MIN_SECRET) tokens.add(secret);
  if (secret.length < MIN_SECRET || secrets.has(secret)) return;
  secrets.add(secret);
  const plain = [secret, secret.trim(), secret.replaceAll(" ", "+")];
  for (const form of new Set([...plain, ...base64Forms(secret)])) {
    if (form.length < MIN_SECRET) continue;
    const start = form.slice(0, MIN_SECRET);
    const others = forms.get(start);
    if (others === undefined) forms.set(start, [form]);
    else others.push(form);
  }
}

/** Replaces every secret in `text`. */
export function masked(text: string): string {
  if (forms.size === 0 || text.length < MIN_SECRET) return text;
  const found: Span[] = [];
  findIn(text, undefined, 2, found);
  if (found.length === 0) return text;
  found.sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  for (const { start, end } of found) {
    if (start >= done) result += text.slice(done, start) + MASK;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/**
 * What a person may see of `text`: without secrets, without control characters
 * but line feeds and tabs, no longer than can be read, and with lines that look
 * like an error of the CLI quoted.
 */
export function presentable(text: string): string {
  const bounded = text.length <= MAX_SEARCH
    ? text
    : text.slice(0, MAX_SEARCH / 2) + text.slice(-MAX_SEARCH / 2);
  // Masked twice: a secret may hold control characters, or be split by them.
  const safe = masked(withoutControls(masked(bounded)));
  const lines = safe.split("\n").map((line) =>
    cut(line.replace(forged, "> "), MAX_LINE, 0)
  );
  return cut(lines.join("\n"), MAX_TEXT, MAX_LINE);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text with escapes undone, and where each character was before. */
interface Decoded {
  readonly text: string;
  /** For each character and the end, its place in the original text. */
  readonly places: readonly number[];
}

/** Finds secrets in `text`, and in what it is with escapes undone. */
function findIn(
  text: string,
  places: readonly number[] | undefined,
  depth: number,
  found: Span[],
): void {
  const place = (at: number) => places?.[at] ?? at;
  for (let at = 0; at + MIN_SECRET <= text.length; at++) {
    for (const form of forms.get(text.slice(at, at + MIN_SECRET)) ?? []) {
      if (!text.startsWith(form, at)) continue;
      found.push({ start: place(at), end: place(at + form.length) });
    }
  }
  if (depth === 0) return;
  for (const [pattern, decode] of escapes) {
    const decoded = unescaped(text, pattern, decode);
    if (decoded === undefined) continue;
    findIn(decoded.text, decoded.places.map(place), depth - 1, found);
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** How text is escaped on its way: in JSON, in URLs, in HTML. */
const escapes: readonly (readonly [RegExp, (escape: string) => string])[] = [
  [/\\(?:u[0-9a-f]{4}|[^u])/gi, (escape) => {
    const [, letter = ""] = escape;
    if (escape.length > 2) {
      return String.fromCharCode(parseInt(escape.slice(2), 16));
    }
    const at = "bfnrt".indexOf(letter);
    return at < 0 ? letter : "\b\f\n\r\t".charAt(at);
  }],
  [
    /(?:%[0-9a-f]{2})+/gi,
    (escape) => Buffer.from(escape.replaceAll("%", ""), "hex").toString(),
  ],
  [/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi, (escape) => {
    const name = escape.slice(1, -1).toLowerCase();
    if (!name.startsWith("#")) return entities[name] ?? escape;
    const code = Number(
      name.startsWith("#x") ? `0${name.slice(1)}` : name.slice(1),
    );
    return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
  }],
];

function unescaped(
  text: string,
  pattern: RegExp,
  decode: (escape: string) => string,
): Decoded | undefined {
  const places: number[] = [];
  let result = "";
  let done = 0;
  const keep = (end: number) => {
    for (let at = done; at < end; at++) places.push(at);
    result += text.slice(done, end);
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    keep(index);
    const plain = decode(escape);
    for (let i = 0; i < plain.length; i++) places.push(index);
    result += plain;
    done = index + escape.length;
  }
  if (done === 0) return undefined;
  keep(text.length);
  places.push(text.length);
  return { text: result, places };
}

/**
 * What base64 is sure to hold wherever the secret stands in what was encoded:
 * at the begin of three bytes, as the second or as the third.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const pieces = [bytes.toString("base64")];
  for (const before of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const end = Math.floor(shifted.length * 8 / 6);
    const piece = shifted.toString("base64");
    pieces.push(piece.slice(Math.ceil(before * 8 / 6), end));
  }
  return pieces.filter((piece) => piece.length >= MIN_BASE64).flatMap(
    (piece) => [piece, piece.replaceAll("+", "-").replaceAll("/", "_")],
  );
}

/** How a line begins that looks as if the CLI itself had written it. */
const forged = /^[\s\u2500-\u257f]*(?=(?:Error|Warning):)|^\s*[\u2500-\u257f]+/;

/** A control character that may begin a sequence for terminals. */
const control = String.raw`[^\P{Cc}\n\t]`;
const sequences = new RegExp(
  // Colours and the like; titles and links; all else that is not to be seen.
  [
    `(?:${control}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
    `${control}\\][^\\p{Cc}]*`,
    "\\u001b\\\\",
    control,
    "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]",
  ].join("|"),
  "gu",
);

/** Whether a state may hold `text` as it is, whoever it comes from. */
export function isTame(text: string): boolean {
  return !/[^\P{Cc}\n\t]|\p{Bidi_Control}/u.test(text) &&
    [...tokens].every((token) => !text.includes(token));
}

/** What a state may hold of `text`: no tokens, and nothing for terminals. */
export function tamed(text: string): string {
  const masked = [...tokens].reduce(
    (left, token) => left.replaceAll(token, MASK),
    text,
  );
  return masked.split("\r\n").map(withoutControls).join("\r\n");
}

/** The text without what would steer a terminal; line feeds and tabs stay. */
export function withoutControls(text: string): string {
  return text.replaceAll(sequences, "");
}

/** Leaves the first of `most` characters, and `last` of them from the end. */
function cut(text: string, most: number, last: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - last);
  const tail = last === 0 ? "" : text.slice(-last);
  return `${head}… (${text.length - most} characters left out)${tail}`;
}
