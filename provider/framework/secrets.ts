/**
 * The one exit for text that leaves the process: diagnostics, logs, progress,
 * errors of calls, last words. It knows every secret of the process and masks
 * it in whatever form, takes out what would steer a terminal, and cuts text
 * that somebody else made long.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Decoded, decodings, sequences, unescaped } from "./decodings.ts";

const MASK = "***";

/**
 * Shorter secrets are not masked: they stand in ordinary words and numbers,
 * and which of these are missing would tell the secret.
 */
const MIN_SECRET = 4;

/** Shorter secrets are masked only where they stand alone. */
const MIN_PIECE = 8;

/** As many from the middle of a secret, unless they are words, are a piece. */
const MIN_MIDDLE = 12;

/** So many encodings may be around a secret, one in another. */
const MAX_DEPTH = 3;

/** A longer line of a message is cut: what a service answered is quoted there. */
const MAX_LINE = 2048;

/** A longer message is cut in the middle: the advice stands at its end. */
const MAX_TEXT = 8192;

/** Of a longer text only the ends are looked at: the rest is cut anyway. */
const MAX_SEARCH = 2 ** 16;

/** So often the characters of a text are compared with a form: it may repeat. */
const EFFORT = 8;

/** Words of our own messages: which of them are missing would tell the secret. */
const ownWords: ReadonlySet<string> = new Set(
  ("apply close configure create debug delete error false fail failed import " +
    "info invoke list move none null open operation plan provider read " +
    "refresh renew replace resource secret space state trace true update " +
    "upgrade validate value variable warn warning with").split(" "),
);

/** What folding, wrapping and invisible splits put into a text. */
const blanks = /[\s\p{Cc}\p{Cf}\p{M}\p{DI}]+/gu;

const secrets = new Set<string>();

/** Secrets that no other text holds by chance. */
const tokens = new Set<string>();

/** A secret or a line of it, without blanks. */
interface Form {
  /** The secret, if this is the whole of it. */
  readonly secret: string;
  readonly source: string;
  /** In lower case: some services lower what they repeat. */
  readonly text: string;
  /** So many characters at its begin others have as well. */
  readonly opening: number;
}

/** Where in the forms {@linkcode MIN_PIECE} characters stand that every piece
 * has some of. */
const anchors = new Map<string, { form: Form; at: number }[]>();

/** Secrets that are too short to have pieces, by their first character. */
const shorts = new Map<string, string[]>();

/**
 * Makes everything that leaves the process show `***` where `secret` stands:
 * whole or folded into one line, each of its lines, and what is left of it or
 * of a line where somebody cut it: eight characters or more of its begin or its
 * end, twelve or more from its middle, unless these are words. Plainly, in
 * either case, escaped as in JSON, URLs or HTML, in base64 or in hexadecimal
 * digits, one in another.
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
 * import { masked, maskSecret } from "@hf-terraform/framework";
 *
 * maskSecret("kR8vQ2xZ");
 * assertEquals(masked("The key kR8vQ2xZ is refused"), "The key *** is refused");
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
    const spaced = [line, line.replaceAll(" ", "+")];
    // What is decoded has a character for each byte.
    const decoded = spaced.map((form) => Buffer.from(form).toString("latin1"));
    for (const form of new Set([...spaced, ...decoded])) {
      learn(form, line === bare ? secret : "");
    }
  }
}

/** What encloses a key: no secret itself. */
const armor = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/** What others begin with as well. */
const usualBegin = /^(?:-----BEGIN [A-Z0-9 ]+-----|[a-z][a-z0-9+.-]*:\/\/|)/;

/** Takes note of a form. */
function learn(form: string, secret: string): void {
  const source = form.replaceAll(blanks, "");
  if (source.length >= MIN_PIECE) {
    const text = lowered(source);
    const begin = usualBegin.exec(form)?.[0].replaceAll(" ", "") ?? "";
    const known = { secret, source, text, opening: begin.length };
    const last = text.length - MIN_PIECE;
    const step = Math.max(MIN_MIDDLE - MIN_PIECE + 1, Math.ceil(last / 4096));
    const taken = new Set<string>();
    for (let at = 0; at < last + step; at += step) {
      const place = Math.min(at, last);
      const key = text.slice(place, place + MIN_PIECE);
      if (!taken.has(key)) addTo(anchors, key, { form: known, at: place });
      taken.add(key);
    }
  } else if (form.length >= MIN_SECRET) {
    for (const short of new Set([form, form.replaceAll(blanks, " ")])) {
      addTo(shorts, short.slice(0, 1), short);
    }
  }
}

/** In lower case, as long as before. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
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
  return replaceIn(text, isPiece, shorts);
}

/** Replaces the pieces of secrets that are meant. */
function replaceIn(
  text: string,
  isMeant: Search["isMeant"],
  shorts: Search["shorts"] = new Map(),
): string {
  if (secrets.size === 0 || text.length < MIN_SECRET) return text;
  const found: Span[] = [];
  const depth = text.length > MAX_SEARCH ? 0 : MAX_DEPTH;
  const search = { isMeant, shorts, found, seen: new Set<string>() };
  findIn(text, (span) => span, depth, search);
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
  return masked(bounded).replaceAll(sequences, "");
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a span of a text is in the text that it was decoded from. */
type Spans = (span: Span) => Span;

/** What is searched, and what has been come upon. */
interface Search {
  readonly shorts: ReadonlyMap<string, readonly string[]>;
  /** Whether so much of a form is meant. */
  readonly isMeant: (form: Form, start: number, end: number) => boolean;
  readonly found: Span[];
  readonly seen: Set<string>;
}

/** Finds secrets in `text`, and in what it is with encodings undone. */
function findIn(text: string, at: Spans, depth: number, search: Search): void {
  if (text.length < MIN_SECRET || search.seen.has(text)) return;
  search.seen.add(text);
  search.found.push(...shortSpans(text, search).map(at));
  const bare = unescaped(text, blanks, () => "");
  for (const span of pieceSpans(bare?.text ?? text, search)) {
    search.found.push(at(bare ? before(bare, span) : span));
  }
  if (depth === 0) return;
  for (const decoded of decodings(text)) {
    const inText: Spans = (span) => at(before(decoded, span));
    findIn(decoded.text, inText, depth - 1, search);
  }
}

/** Where a span was in what was decoded. */
function before({ starts, ends }: Decoded, { start, end }: Span): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}

/** Where short secrets stand alone. */
function shortSpans(text: string, { shorts }: Search): Span[] {
  const found: Span[] = [];
  if (shorts.size === 0) return found;
  for (let at = 0; at < text.length; at++) {
    for (const form of shorts.get(text.charAt(at)) ?? []) {
      const end = at + form.length;
      if (!text.startsWith(form, at)) continue;
      const isAlone =
        !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
        !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
      if (isAlone) found.push({ start: at, end });
    }
  }
  return found;
}

/** Where forms stand, or pieces of them. */
function pieceSpans(text: string, { isMeant }: Search): Span[] {
  const found: Span[] = [];
  if (anchors.size === 0) return found;
  const low = lowered(text);
  /** For each form and shift against it, how far the text has been compared. */
  const compared = new Map<Form, Map<number, number>>();
  /** How much that was; then what has been compared at any shift is not again. */
  const effort = new Map<Form, { spent: number; until: number }>();
  const enough = EFFORT * (low.length + MAX_TEXT);
  for (let at = 0; at + MIN_PIECE <= low.length; at++) {
    const known = anchors.get(low.slice(at, at + MIN_PIECE));
    if (known === undefined) continue;
    for (const { form, at: place } of known) {
      const shift = at - place;
      let ends = compared.get(form);
      if (ends === undefined) compared.set(form, ends = new Map());
      const { spent, until } = effort.get(form) ?? { spent: 0, until: 0 };
      const isDone = (ends.get(shift) ?? 0) > at ||
        (spent > enough && until > at);
      if (isDone) continue;
      let start = place;
      while (start > 0 && low[shift + start - 1] === form.text[start - 1]) {
        start--;
      }
      let end = place + MIN_PIECE;
      while (end < form.text.length && low[shift + end] === form.text[end]) {
        end++;
      }
      ends.set(shift, shift + end);
      effort.set(form, {
        spent: spent + end - start,
        until: Math.max(until, shift + end),
      });
      if (isMeant(form, start, end)) {
        found.push({ start: shift + start, end: shift + end });
      }
    }
  }
  return found;
}

/** Whether these characters of a form tell of it. */
function isPiece({ source, opening }: Form, start: number, end: number) {
  const [isBegin, isEnd] = [start === 0, end === source.length];
  if (isBegin && isEnd) return true;
  const piece = source.slice(start, end);
  if (isBegin || isEnd) {
    const next = isBegin ? source[end] : source[start - 1];
    return end - start >= MIN_PIECE + (isBegin ? opening : 0) &&
      !isWord(piece, next);
  }
  return end - Math.max(start, opening) >= MIN_MIDDLE && !words.test(piece);
}

/** What people write: words and numbers with something between them. */
const words = /^[\W_]*(?:(?:[A-Z]?[a-z]+|[A-Z]+|\d+)(?:[\W_]+|$))*$/;

/** Whether a piece is no cut but a word that stands in the secret as well. */
function isWord(piece: string, next: string | undefined): boolean {
  return next !== undefined && /^[a-z]+$/i.test(piece) && !/[a-z]/i.test(next);
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
  return /\s/.test(text) ? masked(text) : withoutTokens(text);
}

/** The text without the secrets that no other text holds by chance. */
export function withoutTokens(text: string): string {
  if (tokens.size === 0) return text;
  return replaceIn(
    text,
    ({ secret, source }, start, end) =>
      tokens.has(secret) && start === 0 && end === source.length,
  );
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

/** Leaves the first of `most` characters, and `last` of them from the end. */
function cut(text: string, most: number, last: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - last);
  const tail = last === 0 ? "" : text.slice(-last);
  return `${head}… (${text.length - most} characters left out)${tail}`;
}
