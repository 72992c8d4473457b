/**
 * The one exit for text that leaves the process: diagnostics, logs, progress,
 * errors of calls, last words. It knows every secret of the process and masks
 * it in the forms in which services repeat what they were sent, takes out what
 * would steer a terminal, and cuts text that somebody else made long.
 *
 * Messages consist of words and values, which stand in double quotes. Texts of
 * others, such as the response of a service, are values as a whole.
 *
 * @module
 */

import {
  forgedBeginning,
  forgedCommand,
  gaps,
  inOneLine,
  replaceControlCharacters,
  sequences,
} from "./control_characters.ts";
import { decodedTextsOf, joinSpans, MAX_LEVELS, type Span } from "./escapes.ts";
import { base64Of, formsOf } from "./secret_forms.ts";
import {
  findForms,
  type Form,
  indexForm,
  longestForm,
  MIN_INSIDE,
  MIN_SECRET,
} from "./secret_index.ts";
import { normalText } from "./normal_text.ts";

/** The text in place of a secret. */
export const MASK = "***";

/** Shorter ones other texts may hold by chance: they are no tokens. */
export const MIN_TOKEN = 16;

/** In longer texts not all of what a mask has left is looked for. */
const MAX_COMPARED = 16_384;

/** A longer value in a message is cut. */
const MAX_VALUE = 1000;

/** A longer line of a message is cut: what a service returned is quoted there. */
export const MAX_LINE = 2048;

/** A longer message is cut in the middle: the advice stands at its end. */
const MAX_TEXT = 8192;

/** A longer message is masked and cut first: patterns fail on millions. */
const MAX_READ = 2 ** 20;

/** Characters of a text that are searched at a time. */
const WINDOW = 64 * 1024;

/** A character of a secret takes as many at most: six, three times over. */
const MOST_GROWN = 216;

/** More of a long secret is not kept in so many texts without escapes. */
const MAX_AROUND = 256 * 1024;

/** Of a longer secret, later lines are only masked with the whole. */
const MAX_LINES = 1000;

/** As many texts are kept with what they become; then all are forgotten. */
const MAX_KNOWN = 4096;

/** No word is as long: what is longer is masked in messages too. */
const MAX_WORD = 15;

/** Words of schemas and of JSON: which of them are missing would tell. */
const words = new Set(["true", "false", "null"]);

/** The levels of escapes that are read, by the characters of those read so far. */
const readLevels = [[64 * 2 ** 20, MAX_LEVELS], [256 * 2 ** 20, 1]] as const;

const secrets = new Set<string>();
let escapesRead = 0;
const redactedTexts = new Map<string, string>();

/**
 * Makes everything that leaves the process show `***` where `secret` stands:
 * the whole, folded into one line, and each of its lines; plainly, in base64, or
 * escaped as in JSON, URLs or HTML, also in one another. A part of it is not
 * looked for.
 *
 * One of fewer than eight characters, or of words of at most 15 letters unless
 * it is a token, is masked where it stands alone, and one that may be a word of
 * our messages in double quotes only. One of fewer than four, or a word of a
 * schema, is not masked.
 *
 * `isToken`: no other text holds it by chance. Then it is kept out of states
 * too, unless it is configured there.
 */
export function maskSecret(secret: string, { isToken = false } = {}): void {
  const whole = secret.trim();
  const key = `${isToken} ${secret}`;
  if (whole.length < MIN_SECRET || secrets.has(key)) return;
  secrets.add(key);
  redactedTexts.clear();
  const lines = whole.split(/[\r\n]+/).map((line) => line.trim())
    .filter((line) => !armor.test(line)).slice(0, MAX_LINES);
  for (const one of new Set([whole, ...lines])) {
    const isWhole = isToken && one === whole;
    const formOf = (text: string): Form => ({
      text,
      isToken: isWhole,
      isWord: word.test(text) && text.length <= MAX_WORD,
      standsAlone: !isWhole && ofWords.test(text),
    });
    // Who escapes the rest of one that holds escapes itself leaves those.
    for (const { text } of decodedTextsOf(one)) {
      const form = formOf(text);
      for (const text of formsOf(form.text)) indexForm({ ...form, text });
    }
    const form = {
      ...formOf(one),
      isWord: false,
      standsAlone: one.length < MIN_INSIDE,
    };
    for (const text of base64Of(one, form.standsAlone)) {
      indexForm({ ...form, text });
    }
  }
}

/** Leaves a name of a schema wherever it stands, whatever secrets there are. */
export function leaveName(name: string): void {
  const size = words.size;
  if (words.add(name.toLowerCase()).size > size) redactedTexts.clear();
}

/** Lines that enclose a key: no secret itself. */
const armor = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/** A secret of words, which is masked only where it stands alone. */
const ofWords = new RegExp(
  `^\\p{L}{1,${MAX_WORD}}(?:[-_ ]\\p{L}{1,${MAX_WORD}})*$`,
  "u",
);

/** A word as messages have them: one, with no capital inside of it. */
const word = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;

/**
 * Replaces every secret in `text`, which somebody else wrote, such as a service:
 * also those that are a word of our own messages.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { redactSecrets, maskSecret } from "@hf-terraform/framework";
 *
 * maskSecret("kR8vQ2xZ");
 * assertEquals(redactSecrets("The key kR8vQ2xZ is refused"), "The key *** is refused");
 * ```
 */
export function redactSecrets(text: string): string {
  if (longestForm() === 0 || text.length < MIN_SECRET) return text;
  const before = redactedTexts.get(text);
  if (before !== undefined) return before;
  const masked = replaceIn(text, () => true);
  const plain = masked.replaceAll(sequences, "");
  // What steers a terminal may stand in a secret, or before one as a letter.
  const found = plain === masked ? plain : replaceIn(plain, () => true);
  const shown = found === plain ? masked : found;
  if (redactedTexts.size >= MAX_KNOWN) redactedTexts.clear();
  if (text.length <= MAX_TEXT) redactedTexts.set(text, shown);
  return shown;
}

/** A value in double quotes, which may be escaped. */
const quoted = /\\"[^"\n]*"|(?<!\\)"(?:[^"\\\n]|\\.)*"/g;

/**
 * A message with secrets masked in its values, also those that are a word of it.
 * Each value stands in one line, of at most 1000 characters: only the message
 * itself has paragraphs.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { maskSecret, redactValues } from "@hf-terraform/framework";
 *
 * maskSecret("state");
 * assertEquals(redactValues`The state\nis ${"state"}`, "The state\nis ***");
 * ```
 */
export function redactValues(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): string {
  // What is folded may be a secret whose blanks were others before.
  const shown = values.map((value) =>
    redactSecrets(inOneLine(redactSecrets(String(value)), MAX_VALUE))
  );
  return String.raw({ raw: texts }, ...shown);
}

/**
 * Whether a text may be an address with a password in it, which no message
 * shows, whatever else is wrong with it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { mayHoldPassword } from "@hf-terraform/framework";
 *
 * assertEquals(mayHoldPassword("https://user:secret@example.com"), true);
 * assertEquals(mayHoldPassword("user@example.com"), false);
 * ```
 */
export function mayHoldPassword(text: string): boolean {
  return text.split("@").slice(0, -1).some((part) => /:|\/\//.test(part));
}

/** Replaces the secrets of a message, those that are a word in its values. */
function maskValues(message: string): string {
  const rest = replaceIn(message, ({ isWord }) => !isWord);
  return rest.replaceAll(quoted, redactSecrets);
}

/** Replaces the forms that are meant, with or without escapes. */
function replaceIn(text: string, isMeant: (form: Form) => boolean): string {
  const found: Span[] = [];
  const isSecret = (form: Form) =>
    isMeant(form) && !words.has(form.text.toLowerCase());
  for (const [from, part] of windowsOf(text)) {
    // An answer of kilobytes may unpack to minutes of texts full of escapes.
    const [, levels = 0] = readLevels.find(([most]) => escapesRead < most) ??
      [];
    for (const decoded of decodedTextsOf(part, levels)) {
      escapesRead += part.length - decoded.text.length;
      const spans = findForms(decoded.text, isSecret);
      if (spans.length === 0) continue;
      for (const [start, end] of decoded.origin(spans)) {
        found.push([from + start, from + end]);
      }
    }
  }
  if (found.length === 0) return text;
  let result = "";
  let done = 0;
  for (const [start, end] of joinSpans(found)) {
    result += text.slice(done, start) + MASK;
    done = end;
  }
  return result + text.slice(done);
}

/**
 * The parts of a text, and where they begin. Each is searched by itself: what is
 * made of all of a large text at once has no bound.
 */
function* windowsOf(text: string): Generator<readonly [number, string]> {
  const around = Math.min(longestForm() * MOST_GROWN, MAX_AROUND);
  const size = Math.max(WINDOW, 2 * around);
  for (let at = 0; at === 0 || at + around < text.length; at += size) {
    const from = Math.max(0, at - around);
    yield [from, text.slice(from, at + size + around)];
  }
}

/**
 * A message as a person may see it, in one line whatever the values in it: no
 * secrets, no control characters, no more than can be read, and quoted if it
 * looks like an error of the CLI.
 */
export function sanitizeForDisplay(message: string): string {
  return sanitizeLines(foldMessage(message));
}

function bounded(message: string): string {
  return message.length <= MAX_READ
    ? message
    : cut(replaceIn(message, () => true), MAX_READ, MAX_TEXT);
}

/** A message in one line, whatever the values in it. */
export function foldMessage(message: string): string {
  // What is folded may be a secret whose blanks were others.
  return redactMessage(bounded(message)).replaceAll(gaps, " ");
}

/** The same of a text in which nobody else begins a line, but indented ones. */
export function sanitizeLines(text: string): string {
  const lines = redactMessage(bounded(text)).split("\n")
    .map((line) =>
      // What is indented stays so: the CLI wraps all else.
      line.replace(
        forgedBeginning,
        (begin) => `${begin.slice(0, begin.search(/[^ ]|$/))}> `,
      )
    )
    .map((line) => cut(line.replaceAll(forgedCommand, "$& "), MAX_LINE, 0));
  return cut(lines.join("\n"), MAX_TEXT, MAX_LINE);
}

/** A message without what would steer a terminal, and without secrets. */
export function redactMessage(message: string): string {
  const masked = maskValues(message);
  const plain = masked.replaceAll(sequences, "");
  // A secret may have stood alone between two sequences, or had one within.
  return plain === masked ? plain : maskValues(plain);
}

/** The text without what would steer a terminal, and without secrets. */
export function redact(text: string): string {
  return redactSecrets(text).replaceAll(sequences, "");
}

/**
 * Masks secrets in a text that nobody configured: one with blanks, such as a
 * message, loses every secret; another one only tokens, which no text holds by
 * chance.
 */
export function withoutSecrets(text: string): string {
  return /\s/.test(text) ? redactSecrets(text) : withoutTokens(text);
}

/** The text without the secrets that no other text holds by chance. */
export function withoutTokens(text: string): string {
  return replaceIn(text, ({ isToken }) => isToken);
}

/**
 * A text as a state has it, which must not show all of some.
 *
 * @param isComputed Whether nobody configures it.
 */
export function storedForm(text: string, isComputed = false): string {
  const hide = isComputed ? withoutSecrets : withoutTokens;
  return replaceControlCharacters(hideInNormal(text, hide));
}

/**
 * A text in normal form, without what a mask takes out of it, before and after:
 * a mark may melt with the last letter of a secret.
 */
export function hideInNormal(
  text: string,
  hide: (text: string) => string,
): string {
  const normal = normalText(text);
  return hide(normal === text ? text : normalText(hide(text)));
}

/**
 * Whether a state has one text in place of another, which it must not show.
 *
 * @param isComputed Whether nobody configures the text, so that its `***` can
 *   only be of a mask, which may hide what this run does not know; the default.
 */
export function isStoredForm(
  stored: string,
  text: string,
  isComputed = true,
): boolean {
  const safe = replaceControlCharacters(normalText(text));
  // Masking once more takes long, and a masked form is what it would make.
  return stored === safe ||
    (isComputed ? isMaskedForm(stored, safe) : stored === storedForm(text));
}

/**
 * Whether `shown` is what masking has left of `text` at an earlier time. What it
 * masked there is as long as a secret, and where there are no blanks as a token:
 * a shorter text is another one. Of long texts only both ends are compared: to
 * find what stands between could take minutes.
 */
export function isMaskedForm(shown: string, text: string): boolean {
  const [first = "", ...parts] = shown.split(MASK);
  const last = parts.pop();
  if (last === undefined || !text.startsWith(first)) return false;
  const least = /\s/.test(text) ? MIN_SECRET : MIN_TOKEN;
  if (text.length > MAX_COMPARED) parts.length = 0;
  let at = first.length + least;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length + least;
  }
  return text.length >= at + last.length && text.endsWith(last);
}

/**
 * Leaves the first of `most` characters, and `last` of them from the end, where
 * no part of a line stands for one.
 */
function cut(text: string, most: number, last: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - last);
  const tail = last === 0 ? "" : text.slice(-last).replace(/^[^\n]*\n/, "\n");
  return `${head}… (${text.length - most} characters left out)${tail}`;
}
