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

/** Shorter secrets are masked only where they stand alone. */
const MIN_PIECE = 8;

/** As many of a secret's characters, in base64 and in hexadecimal digits. */
const MIN_BASE64 = 11;
const MIN_HEX = 16;

/** A longer line of a message is cut: what a service answered is quoted there. */
const MAX_LINE = 2048;

/** A longer message is cut in the middle: the advice stands at its end. */
const MAX_TEXT = 8192;

/** Of a longer text only the ends are looked at: the rest is cut anyway. */
const MAX_SEARCH = 2 ** 18;

/** Words of our own messages: which of them are missing would tell the secret. */
const ownWords: ReadonlySet<string> = new Set(
  ("apply close configure create debug delete error false fail failed import " +
    "info invoke list move none null open operation plan provider read " +
    "refresh renew replace resource secret space state trace true update " +
    "upgrade validate value variable warn warning with").split(" "),
);

/** What folding, wrapping and invisible splits put into a text. */
const blanks = /[\s\p{Cc}\p{Cf}]+/gu;

const secrets = new Set<string>();

/** Secrets that no other text holds by chance. */
const tokens = new Set<string>();

/** How a secret may be written, without blanks. */
interface Form {
  readonly text: string;
  /** Fewer characters of its begin or its end are no piece of it. */
  readonly least: number;
}

/** The forms by their first and by their last {@linkcode MIN_PIECE} characters. */
const heads = new Map<string, Form[]>();
const tails = new Map<string, Form[]>();

/** Secrets that are too short to have pieces, by their first character. */
const shorts = new Map<string, string[]>();

/**
 * Makes everything that leaves the process show `***` where `secret` stands:
 * whole or folded into one line, each of its lines, and what is left of it or
 * of a line where somebody cut it, if that is eight characters or more; plainly,
 * escaped as in JSON, URLs or HTML, in base64 or in hexadecimal digits.
 *
 * A secret of fewer than eight characters is masked where it stands alone, one
 * of fewer than four is not, and neither is one of the words that messages
 * consist of, such as `create`: that it is missing would tell it.
 *
 * `isToken`: the secret is so long and random that no other text holds it by
 * chance. Then it is kept out of states too, unless it is configured there.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { maskSecret } from "@hf-terraform/framework";
 * import { presentable } from "./secrets.ts";
 *
 * maskSecret("kR8vQ2xZ");
 * const shown = presentable("The key kR8vQ2xZ is refused");
 * assertEquals(shown, "The key *** is refused");
 * ```
 */
export function maskSecret(secret: string, { isToken = false } = {}): void {
  if (isToken && secret.length >= MIN_SECRET) tokens.add(secret);
  const bare = secret.trim();
  if (bare.length < MIN_SECRET || ownWords.has(bare.toLowerCase())) return;
  if (secrets.has(secret)) return;
  secrets.add(secret);
  const lines = bare.split(/[\r\n]+/).filter((line) =>
    !armor.test(line.trim())
  );
  for (const line of new Set([bare, ...lines])) {
    for (const form of new Set([line, line.replaceAll(" ", "+")])) {
      learn(form, MIN_PIECE + openingOf(form));
    }
  }
  const bytes = Buffer.from(secret);
  for (const form of base64Forms(bytes)) learn(form, MIN_BASE64);
  if (bare.length < MIN_PIECE) return;
  learn(bytes.toString("hex"), MIN_HEX);
  learn(bytes.toString("hex").toUpperCase(), MIN_HEX);
}

/** What encloses a key: no secret itself. */
const armor = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/** How many characters at the begin of a secret others have as well. */
function openingOf(secret: string): number {
  const opening = /^(?:-----BEGIN [A-Z0-9 ]+-----|[a-z][a-z0-9+.-]*:\/\/)/
    .exec(secret)?.[0] ?? "";
  return opening.replaceAll(" ", "").length;
}

/** Takes note of a form; a cut leaves `least` characters of it or more. */
function learn(form: string, least: number): void {
  const text = form.replaceAll(blanks, "");
  if (text.length >= MIN_PIECE) {
    const piece = { text, least: Math.min(least, text.length) };
    addTo(heads, text.slice(0, MIN_PIECE), piece);
    addTo(tails, text.slice(-MIN_PIECE), piece);
  } else if (form.length >= MIN_SECRET) {
    for (const short of new Set([form, form.replaceAll(blanks, " ")])) {
      addTo(shorts, short.slice(0, 1), short);
    }
  }
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const others = map.get(key);
  if (others === undefined) map.set(key, [value]);
  else others.push(value);
}

/**
 * Replaces every secret in `text`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { masked, maskSecret } from "@hf-terraform/framework";
 *
 * maskSecret("kR8vQ2xZ");
 * assertEquals(masked("The key kR8vQ2xZ is refused"), "The key *** is refused");
 * ```
 */
export function masked(text: string): string {
  if (secrets.size === 0 || text.length < MIN_SECRET) return text;
  const found: Span[] = [];
  findIn(text, undefined, 2, found);
  if (found.length === 0) return text;
  found.sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  for (const { start, end } of found) {
    if (start > done || done === 0) result += text.slice(done, start) + MASK;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/**
 * What a person may see of `text`: without secrets, without control characters
 * but line feeds and tabs, no longer than can be read, and with lines that look
 * like an error of the CLI quoted.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { presentable } from "./secrets.ts";
 *
 * assertEquals(presentable("\x1b[31mRefused\x07"), "Refused");
 * ```
 */
export function presentable(text: string): string {
  const lines = plain(text).split("\n").map((line) =>
    cut(line.replace(forged, "> "), MAX_LINE, 0)
  );
  return cut(lines.join("\n"), MAX_TEXT, MAX_LINE);
}

/** The text without secrets and without what would steer a terminal. */
export function plain(text: string): string {
  const bounded = text.length <= MAX_SEARCH
    ? text
    : text.slice(0, MAX_SEARCH / 2) + text.slice(-MAX_SEARCH / 2);
  return withoutControls(masked(bounded));
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
  const add = ([start, end]: readonly [number, number]) => {
    found.push({ start: place(start), end: place(end) });
  };
  shortSpans(text).forEach(add);
  const bare = unescaped(text, blanks, () => "");
  const bareText = bare?.text ?? text;
  for (const [start, end] of pieceSpans(bareText)) {
    // The end of the last character, not the begin of what follows blanks.
    add([
      bare?.places[start] ?? start,
      bare === undefined ? end : (bare.places[end - 1] ?? 0) + 1,
    ]);
  }
  if (depth === 0) return;
  for (const [pattern, decode] of escapes) {
    const decoded = unescaped(text, pattern, decode);
    if (decoded === undefined) continue;
    findIn(decoded.text, decoded.places.map(place), depth - 1, found);
  }
}

/** Where short secrets stand alone. */
function shortSpans(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  if (shorts.size === 0) return found;
  for (let at = 0; at < text.length; at++) {
    for (const form of shorts.get(text.charAt(at)) ?? []) {
      const end = at + form.length;
      if (!text.startsWith(form, at)) continue;
      const isAlone =
        !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
        !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
      if (isAlone) found.push([at, end]);
    }
  }
  return found;
}

/** Where forms stand, or begins and ends of them. */
function pieceSpans(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at + MIN_PIECE <= text.length; at++) {
    const key = text.slice(at, at + MIN_PIECE);
    for (const { text: form, least } of heads.get(key) ?? []) {
      const length = commonStart(text, at, form);
      if (length < least || isWord(form.slice(0, length), form[length])) {
        continue;
      }
      found.push([at, at + length]);
    }
    for (const { text: form, least } of tails.get(key) ?? []) {
      const length = commonEnd(text, at + MIN_PIECE, form);
      const before = form.at(-length - 1);
      if (length < least || isWord(form.slice(-length), before)) continue;
      found.push([at + MIN_PIECE - length, at + MIN_PIECE]);
    }
  }
  return found;
}

/** Whether a piece is no cut but a word that stands in the secret as well. */
function isWord(piece: string, next: string | undefined): boolean {
  return next !== undefined && /^[a-z]+$/i.test(piece) && !/[a-z]/i.test(next);
}

function commonStart(text: string, at: number, form: string): number {
  if (text.startsWith(form, at)) return form.length;
  let length = 0;
  while (text[at + length] === form[length]) length++;
  return length;
}

function commonEnd(text: string, end: number, form: string): number {
  if (text.endsWith(form, end)) return form.length;
  let length = 0;
  while (text[end - length - 1] === form.at(-length - 1)) length++;
  return length;
}

/** A control character that may begin a sequence for terminals. */
const control = String.raw`[^\P{Cc}\n\t]`;
const sequences = new RegExp(
  // Colours and the like; titles and links; all else that is not to be seen.
  [
    `(?:${control}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
    `${control}\\][^\\p{Cc}]*`,
    "\\u001b\\\\",
    control,
    "[\\u202a-\\u202e\\u2066-\\u2069]",
  ].join("|"),
  "gu",
);

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** How text is escaped on its way: in JSON, in URLs, in HTML, with colours. */
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
  [sequences, () => ""],
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
function base64Forms(bytes: Buffer): Set<string> {
  const pieces = [bytes.toString("base64")];
  for (const before of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const end = Math.floor(shifted.length * 8 / 6);
    const piece = shifted.toString("base64");
    pieces.push(piece.slice(Math.ceil(before * 8 / 6), end));
  }
  // Shorter ones could be words by chance.
  return new Set(
    pieces.filter((piece) => piece.length >= MIN_PIECE).flatMap(
      (piece) => [piece, piece.replaceAll("+", "-").replaceAll("/", "_")],
    ),
  );
}

/** How a line begins that looks as if the CLI itself had written it. */
const forged = /^[\s\u2500-\u257f]*(?=(?:Error|Warning):)|^\s*[\u2500-\u257f]+/;

/** What steers a terminal or shows text in another order. */
const steering = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What a state may hold of a text that nobody configured: U+FFFD in place of
 * each character that would steer a terminal, so that none hides a difference.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { tamed } from "./mod.ts";
 *
 * assertEquals(tamed("red\x1b[31m"), "red\ufffd[31m");
 * ```
 */
export function tamed(text: string): string {
  const safe = text.replaceAll(steering, "\ufffd");
  // The CLI quotes what has one line, and prints other texts as they are.
  return safe.includes("\n") ? safe.replaceAll(/\r(?!\n)/g, "\ufffd") : safe;
}

/**
 * What a state may hold of a text that nobody configured: nothing that no other
 * text holds by chance, and of what has blanks, as a message has, no secret.
 */
export function withoutSecrets(text: string): string {
  if (/\s/.test(text)) return masked(text);
  let left = text;
  for (const token of tokens) left = left.replaceAll(token, MASK);
  return left;
}

/** Whether `shown` is what masking has left of `text` at an earlier time. */
export function isMaskedForm(shown: string, text: string): boolean {
  const [first = "", ...parts] = shown.split(MASK);
  const last = parts.pop();
  if (last === undefined || !text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length >= at + last.length && text.endsWith(last);
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
