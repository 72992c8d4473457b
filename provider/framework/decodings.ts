/**
 * What a text says once an encoding is undone, and where it said so: a secret
 * is looked for as it is, in all that somebody may have made of it.
 *
 * @module
 */

/** Text with an encoding undone, and where each character stands before. */
export interface Decoded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A control character that may begin a sequence for terminals. */
const control = String.raw`[^\P{Cc}\n\t]`;

/** What steers a terminal: colours, titles, links, and what is not to be seen. */
export const sequences = new RegExp(
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
  sol: "/",
};

/** How characters are escaped: each pattern takes one, and all may stand alone. */
const escapes: readonly (readonly [RegExp, (escape: string) => string])[] = [
  [
    /\\(?:u\{[0-9A-Fa-f]{1,6}\}|U[0-9A-Fa-f]{8}|u[0-9A-Fa-f]{4}|[^u])/g,
    (escape) => {
      const [, letter = ""] = escape;
      if (escape.length > 2) {
        return character(escape.replaceAll(/[^0-9a-f]/gi, ""));
      }
      const at = "bfnrt".indexOf(letter);
      return at < 0 ? letter : "\b\f\n\r\t".charAt(at);
    },
  ],
  [
    /(?:%|\\x)[0-9a-f]{2}|%u[0-9a-f]{4}/gi,
    (escape) => character(escape.replace(/^\W[xu]?/i, "")),
  ],
  [/=(?:[0-9a-f]{2}|\r?\n)/gi, (escape) => character(escape.slice(1).trim())],
  [/\\[0-3][0-7]{2}/g, (escape) => character(escape.slice(1), 8)],
  [/&(?:#\d{1,8}|#x[0-9a-f]{1,7}|amp|lt|gt|quot|apos|sol);?/gi, (escape) => {
    const name = escape.slice(1).replace(";", "").toLowerCase();
    if (!name.startsWith("#")) return entities[name] ?? escape;
    return name.startsWith("#x")
      ? character(name.slice(2))
      : character(name.slice(1), 10);
  }],
  [/<\/?[a-z][^<>]{0,99}>/gi, () => ""],
  // Bytes, as JSON has them.
  [/(?<=[[,]\s*)\d{1,3}\s*[,\]]/g, (number) => character(number, 10)],
  // Letters of another width or weight.
  [
    /[\ud800-\udbff][\udc00-\udfff]|[\u2100-\uffff]/g,
    (letter) => letter.normalize("NFKC"),
  ],
  [sequences, () => ""],
];

/** The character that has this number; what is none stands for nothing. */
function character(digits: string, base = 16): string {
  const code = parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Bytes as groups of digits, with what may stand between them. */
interface Packing {
  readonly run: RegExp;
  readonly between: RegExp;
  readonly bits: number;
  readonly digit: (unit: number) => number;
}

const packings: readonly Packing[] = [
  {
    run: /(?:[0-9a-f](?:\\x|0x|[\s,:;|%=-])*){16,}/gi,
    between: /\\x|0x|[\s,:;|%=-]/gi,
    bits: 4,
    digit: (unit) => unit < 58 ? unit - 48 : (unit | 32) - 87,
  },
  {
    run: /(?:[a-z0-9+/_-]\s*){11,}={0,2}/gi,
    between: /[\s=]/g,
    bits: 6,
    digit: (unit) => {
      if (unit >= 97) return unit - 71;
      if (unit >= 65) return unit === 95 ? 63 : unit - 65;
      if (unit >= 48) return unit + 4;
      return unit === 43 || unit === 45 ? 62 : 63;
    },
  },
];

/** Every reading of `text` that is not what it is already. */
export function* decodings(text: string): Generator<Decoded> {
  for (const [pattern, decode] of escapes) {
    const decoded = unescaped(text, pattern, decode);
    if (decoded !== undefined) yield decoded;
  }
  for (const packing of packings) {
    const groups = packing.bits === 4 ? 2 : 4;
    for (let skipped = 0; skipped < groups; skipped++) {
      const decoded = unpacked(text, packing, skipped);
      if (decoded !== undefined) yield decoded;
    }
  }
}

/** `text` with what matches replaced; undefined if nothing does. */
export function unescaped(
  text: string,
  pattern: RegExp,
  decode: (escape: string) => string,
): Decoded | undefined {
  const [starts, ends]: [number[], number[]] = [[], []];
  let result = "";
  let done = 0;
  const keep = (end: number) => {
    for (let at = done; at < end; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
    result += text.slice(done, end);
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    keep(index);
    const plain = decode(escape);
    done = index + escape.length;
    for (let i = 0; i < plain.length; i++) {
      starts.push(index);
      ends.push(done);
    }
    result += plain;
  }
  if (done === 0) return undefined;
  keep(text.length);
  return { text: result, starts, ends };
}

/**
 * The bytes that the digits of each run make, one character each: what stands
 * before the secret may have left it at any digit, so the first `skipped` are.
 */
function unpacked(
  text: string,
  { run, between, bits, digit }: Packing,
  skipped: number,
): Decoded | undefined {
  const [starts, ends]: [number[], number[]] = [[], []];
  const parts: string[] = [];
  for (const { 0: found, index } of text.matchAll(run)) {
    const isDigit = new Uint8Array(found.length).fill(1);
    for (const { 0: gap, index: at } of found.matchAll(between)) {
      isDigit.fill(0, at, at + gap.length);
    }
    let [left, held, value, from] = [skipped, 0, 0, index];
    for (let at = 0; at < found.length; at++) {
      if (isDigit[at] === 0 || left-- > 0) continue;
      if (held === 0) from = index + at;
      value = value << bits | digit(found.charCodeAt(at));
      held += bits;
      if (held < 8) continue;
      held -= 8;
      parts.push(String.fromCharCode(value >> held & 255));
      starts.push(from);
      ends.push(index + at + 1);
      value &= (1 << held) - 1;
      from = index + at;
    }
    // Padding belongs to the last byte.
    if (found.endsWith("=") && ends.length > 0) {
      ends.splice(-1, 1, index + found.length);
    }
  }
  if (parts.length === 0) return undefined;
  return { text: parts.join(""), starts, ends };
}
