/**
 * The forms of all secrets of the process, found in a text without trying each
 * at each place.
 *
 * @module
 */

import { endOfStyle, MAX_STYLE } from "./control_characters.ts";
import { joinSpans, type Span } from "./escapes.ts";

/**
 * Shorter secrets are not masked: they stand in ordinary words and numbers,
 * and which of these are missing would tell the secret.
 */
export const MIN_SECRET = 4;

/** Shorter secrets are masked only where they stand alone. */
export const MIN_INSIDE = 8;

/** So few forms are tried one by one. */
const FEW = 4;

/** A form in which a secret is repeated. */
export interface Form {
  readonly text: string;
  /** Whether no other text holds it by chance. */
  readonly isToken: boolean;
  /** Whether it is one only where it stands alone, as a word may be. */
  readonly standsAlone: boolean;
  /** Whether messages may have it as a word. */
  readonly isWord: boolean;
}

/** All forms, by their first {@linkcode MIN_SECRET} characters, sorted. */
const forms = new Map<string, Form[]>();
/** The two characters that a form may begin with: few texts have them. */
const possibleBeginnings = new Uint8Array(2 ** 16);
let longest = 0;

/** The number of characters of the longest form; 0: there is none. */
export function longestForm(): number {
  return longest;
}

/** Has a form found from now on, but for one that is too short. */
export function indexForm(form: Form): void {
  const text = withBlanks(form.text);
  if (text.length < MIN_SECRET) return;
  const standsAlone = form.standsAlone || text.length < MIN_INSIDE;
  longest = Math.max(longest, text.length);
  possibleBeginnings[beginAt(text, 0)] = 1;
  const begin = text.slice(0, MIN_SECRET);
  const others = forms.get(begin) ?? [];
  if (others.length === 0) forms.set(begin, others);
  const at = firstOf(others, 0, others.length, (one) => one.text >= text);
  const entry = { ...form, text, standsAlone };
  // Many of the forms in which a text is repeated are the same.
  if (isEqual(others[at], entry)) return;
  others.splice(at, 0, entry);
}

function isEqual(a: Form | undefined, b: Form): boolean {
  return a?.text === b.text && a.isToken === b.isToken &&
    a.isWord === b.isWord && a.standsAlone === b.standsAlone;
}

/** The first of sorted forms of which something is true, as of all after it. */
function firstOf(
  sorted: readonly Form[],
  from: number,
  to: number,
  isTrue: (form: Form) => boolean,
): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    const form = sorted[middle];
    if (form === undefined || isTrue(form)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Forms of the web have a plus for a blank: texts are compared without one. */
function withBlanks(text: string): string {
  return text.replaceAll("+", " ");
}

/** The place of two characters in {@linkcode possibleBeginnings}, which others share. */
function beginAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 255) << 8 | text.charCodeAt(at + 1) & 255;
}

/**
 * The places in a text of the forms that are meant; those that touch are one.
 */
export function findForms(
  searched: string,
  isMeant: (form: Form) => boolean,
): readonly Span[] {
  const text = withBlanks(searched);
  const found: Span[] = [];
  let done = -1;
  for (let at = 0; at + MIN_SECRET <= text.length; at++) {
    if (possibleBeginnings[beginAt(text, at)] === 0) continue;
    for (const form of formsAt(text, at)) {
      const end = at + form.text.length;
      if (end <= done || !stands(form, text, at) || !isMeant(form)) continue;
      found.push([at, end]);
      done = end;
    }
  }
  return joinSpans(found);
}

/**
 * The forms that may stand at a place. Lines of one secret often begin alike: to
 * try each of them would take minutes.
 */
function formsAt(text: string, at: number): readonly Form[] {
  const all = forms.get(text.slice(at, at + MIN_SECRET)) ?? [];
  if (all.length <= FEW) return all;
  const ended: Form[] = [];
  let [from, to] = [0, all.length];
  for (let depth = MIN_SECRET; to - from > FEW; depth++) {
    const isLonger = ({ text }: Form) => text.length > depth;
    const longer = firstOf(all, from, to, isLonger);
    ended.push(...all.slice(from, longer));
    const code = text.charCodeAt(at + depth);
    const codeOf = (form: Form) => form.text.charCodeAt(depth);
    from = firstOf(all, longer, to, (form) => codeOf(form) >= code);
    to = firstOf(all, from, to, (form) => codeOf(form) > code);
    if (at + depth >= text.length) return ended;
  }
  return [...ended, ...all.slice(from, to)];
}

function stands({ text: form, standsAlone }: Form, text: string, at: number) {
  const end = at + form.length;
  // Of long ones that begin alike `startsWith` compares each character.
  if (text.slice(at, end) !== form) return false;
  if (!standsAlone) return true;
  const before = text.slice(Math.max(0, at - MAX_STYLE), at);
  return (!/[\p{L}\p{N}_]$/u.test(before) || endOfStyle.test(before)) &&
    !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));
}
