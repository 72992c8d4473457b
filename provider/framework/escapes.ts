/**
 * Texts without the escapes of JSON and other languages, URLs and HTML,
 * and without the line ends inside base64, and where they stood with them.
 *
 * @module
 */

/** A part of a text: where it begins, and where it ends. */
export type Span = readonly [start: number, end: number];

/** The parts in order, of which those that touch are one. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const all: [number, number][] = [];
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last === undefined || start > last[1]) all.push([start, end]);
    else last[1] = Math.max(last[1], end);
  }
  return all;
}

/** A text with fewer escapes than another one. */
export interface DecodedText {
  /** The text. */
  readonly text: string;
  /** Finds the places of its parts in the text with all escapes. */
  readonly origin: (spans: readonly Span[]) => readonly Span[];
}

interface Escape {
  readonly pattern: RegExp;
  /** Tells the characters that one means; what is none stays as it is. */
  readonly meaning: (escape: string) => string;
}

/** Escapes within each other, such as a URL in JSON that a log has in JSON. */
export const MAX_LEVELS = 3;

const controls: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
);

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }),
);

/** The character of a code in hexadecimal digits. */
function hex(digits: string, otherwise: string): string {
  const code = parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

const next = "%[89ab][\\da-f]";

const escapes: readonly Escape[] = [
  {
    // A character of UTF-8 each.
    pattern: new RegExp(
      `%[0-7][\\da-f]|%[cd][\\da-f]${next}|%e[\\da-f](?:${next}){2}|` +
        `%f[0-7](?:${next}){3}`,
      "gi",
    ),
    meaning(escape) {
      try {
        return decodeURIComponent(escape);
      } catch {
        return escape;
      }
    },
  },
  {
    pattern:
      /\\(?:u[\da-fA-F]{4}|u\{0*[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[^])|(?:\$\$|%%)(?=\{)/g,
    meaning: (escape) =>
      escape.length > 2
        ? hex(escape.slice(2).replaceAll(/[{}]/g, ""), escape)
        : controls.get(escape.slice(1)) ?? escape.slice(1),
  },
  {
    pattern: /&(?:#0*\d{1,7}|#x0*[\da-f]{1,6}|amp|lt|gt|quot|apos);?/gi,
    meaning(escape) {
      const name = escape.slice(1).replace(";", "").toLowerCase();
      if (name.startsWith("#x")) return hex(name.slice(2), escape);
      return named.get(name) ??
        hex(Number(name.slice(1)).toString(16), escape);
    },
  },
];

/** Line ends in base64, folded too: no line that others wrap is shorter. */
const lineEnds: Escape = {
  pattern:
    /\r?\n(?<=[\w+/-]{16}\r?\n)[ \t]*(?=[\w+/=-])| (?<=[\w+/-]{16} )(?=[\w+/=-])/g,
  meaning: () => "",
};

const mayHoldEscapes = /[%&\\\n]|\$\$\{|[\w+/-]{16} /;

/**
 * A text, and what it is without one kind of escapes after the other: services
 * and libraries each escape other characters, so what counts is what they mean.
 */
export function* decodedTextsOf(
  text: string,
  /** The most escapes within each other that are read. */
  levels: number = MAX_LEVELS,
): Generator<DecodedText> {
  let level: readonly DecodedText[] = [{ text, origin: (spans) => spans }];
  yield* level;
  if (!mayHoldEscapes.test(text)) return;
  const seen = new Set([text]);
  // Base64 has its line ends within all escapes.
  for (let depth = 0; depth <= levels; depth++) {
    const kinds = depth < levels ? [...escapes, lineEnds] : [lineEnds];
    const found: DecodedText[] = [];
    for (const { text, origin } of level) {
      for (const escape of kinds) {
        const read = decode(text, escape);
        if (seen.has(read)) continue;
        seen.add(read);
        const decoded: DecodedText = {
          text: read,
          origin: (spans) => origin(beforeDecoding(text, escape, spans)),
        };
        yield decoded;
        found.push(decoded);
      }
    }
    level = found;
  }
}

/** As many parts are joined at a time: a large text may be all escapes. */
const MAX_PARTS = 4096;

function decode(text: string, { pattern, meaning }: Escape): string {
  const joined: string[] = [];
  let parts: string[] = [];
  let done = 0;
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    parts.push(text.slice(done, index), meaning(escape));
    done = index + escape.length;
    if (parts.length < MAX_PARTS) continue;
    joined.push(parts.join(""));
    parts = [];
  }
  return done === 0 ? text : [...joined, ...parts, text.slice(done)].join("");
}

/** The places, in a text with escapes, of parts of the text without them. */
function beforeDecoding(
  text: string,
  { pattern, meaning }: Escape,
  spans: readonly Span[],
): readonly Span[] {
  // Of each character without escapes: one of an escape has all of it.
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let [count, done] = [0, 0];
  const takeUpTo = (end: number) => {
    for (; done < end; count++) {
      starts[count] = done;
      ends[count] = ++done;
    }
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    takeUpTo(index);
    done += escape.length;
    for (let left = meaning(escape).length; left > 0; left--) {
      starts[count] = index;
      ends[count++] = done;
    }
  }
  takeUpTo(text.length);
  return spans.map(([start, end]) => [
    starts[start] ?? 0,
    ends[end - 1] ?? 0,
  ]);
}
