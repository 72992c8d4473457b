import { isObject, type Json, parseJson } from "./json.ts";

const MASK = "***";

/** Shorter ones stand in ordinary words. */
const MIN_SECRET = 4;

/** A cut secret is known by so many of its first or last characters. */
const MIN_PIECE = 8;

/** By so many of the others, unless they are words. */
const MIN_MIDDLE = 12;

/** So many encodings may be around a secret, in a long text one. */
const MAX_DEPTH = 2;
const LONG_TEXT = 2 ** 16;

/** What folding and wrapping put into a text, escaped or not. */
const blanks = /\s+|\\[nrt]|%(?:0[9ad]|20)/gi;

/** What people write, and stands in a secret by chance. */
const words = /^[\W_]*(?:(?:[A-Z]?[a-z]+|[A-Z]+|\d+)(?:[\W_]+|$))*$/;

/** Of so many secrets the last are known. */
const MOST_SECRETS = 1000;

/** What holds a secret, whatever stands around it. */
const secretName = /secret|password|token|credential|authorization|api_?key/i;

/** The secrets that came in, and what may be shown of a request. */
export class Hidden {
  #secrets = new Set<string>();
  #forms: Forms | undefined;

  /** Takes note of the secrets of a request. */
  learn(url: URL, headers: Headers, body: Json): void {
    const [, token] = /^\S+\s+(\S+)$/.exec(
      headers.get("authorization") ?? "",
    ) ?? [];
    if (token !== undefined) this.#add(token);
    this.#findInUrl(url);
    this.#find(body, /\/secrets$/.test(url.pathname));
  }

  /** A value as JSON has it, without secrets. */
  value(value: Json, isSecret = false): Json {
    if (typeof value === "string") return isSecret ? MASK : this.text(value);
    if (Array.isArray(value)) {
      return value.map((item) => this.value(item, isSecret));
    }
    if (!isObject(value)) {
      return isSecret && typeof value === "number" ? MASK : value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.text(name),
        this.value(inner, isSecret && name !== "key" || secretName.test(name)),
      ]),
    );
  }

  /** A text without secrets, in whatever form they stand in it. */
  text(text: string): string {
    const forms = this.#forms ??= formsOf(this.#secrets);
    const depth = text.length > LONG_TEXT ? 1 : MAX_DEPTH;
    const spans = [...secretsIn(text, forms, depth)];
    let result = "";
    let done = 0;
    for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
      if (start > done || done === 0) result += text.slice(done, start) + MASK;
      done = Math.max(done, end);
    }
    return result + text.slice(done);
  }

  #find(value: Json, isSecret: boolean): void {
    if (typeof value === "string") {
      if (isSecret) this.#add(value);
      else if (URL.canParse(value)) this.#findInUrl(new URL(value));
    } else if (Array.isArray(value)) {
      for (const item of value) this.#find(item, isSecret);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        this.#find(inner, isSecret && name !== "key" || secretName.test(name));
      }
    }
  }

  /** What a URL holds, such as that of a webhook. */
  #findInUrl({ password, searchParams }: URL): void {
    // As it is written, and as it is meant.
    for (const form of new Set([password, decoded(password)])) this.#add(form);
    for (const [name, value] of searchParams) {
      if (secretName.test(name)) this.#add(value);
    }
  }

  #add(secret: string): void {
    if (secret.length < MIN_SECRET || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    const [oldest] = this.#secrets;
    if (this.#secrets.size > MOST_SECRETS && oldest !== undefined) {
      this.#secrets.delete(oldest);
    }
    this.#forms = undefined;
  }
}

/** A part of a URL, which anybody may have written wrongly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The secrets, as they are looked for. */
interface Forms {
  readonly short: RegExp;
  /** Where in the longer ones stands what every piece of them has some of. */
  readonly anchors: ReadonlyMap<string, readonly Anchor[]>;
}

interface Anchor {
  /** The secret or a line of it, without blanks. */
  readonly form: string;
  readonly at: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function formsOf(secrets: ReadonlySet<string>): Forms {
  const short = new Set<string>();
  const anchors = new Map<string, Anchor[]>();
  for (const secret of secrets) {
    const lines = secret.split(/\s*\n\s*/)
      .filter(({ length }) => length >= MIN_PIECE);
    for (const plain of [secret, ...lines]) {
      // What is decoded has a character for each byte.
      const bytes = Array.from(
        new TextEncoder().encode(plain),
        (byte) => String.fromCharCode(byte),
      ).join("");
      for (const written of new Set([plain, bytes])) {
        const form = written.replaceAll(blanks, "");
        if (form.length < MIN_PIECE) short.add(written);
        for (const at of anchorsOf(form)) {
          const key = lowered(form.slice(at, at + MIN_PIECE));
          const known = anchors.get(key) ?? [];
          anchors.set(key, known);
          if (known.at(-1)?.form !== form) known.push({ form, at });
        }
      }
    }
  }
  const literals = [...short].toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[^\w]/g, "\\$&"));
  // Nothing is a secret yet: nothing matches.
  return { short: new RegExp(literals.join("|") || "(?!)", "g"), anchors };
}

/** Where stands what every piece has; the cut may have gone through a byte. */
function anchorsOf({ length }: string): Set<number> {
  const last = length - MIN_PIECE;
  const at = [0, 1, last - 1, last];
  for (let place = 0; place < last; place += MIN_MIDDLE - MIN_PIECE + 1) {
    at.push(place);
  }
  return new Set(at.filter((place) => place >= 0 && place <= last));
}

/** As long as before: some services lower what they repeat. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Where secrets stand in a text, or in what its encodings say. */
function* secretsIn(text: string, forms: Forms, depth: number): Iterable<Span> {
  for (const { 0: short, index } of text.matchAll(forms.short)) {
    yield { start: index, end: index + short.length };
  }
  const bare = undone(text, blanks, () => "");
  for (const span of piecesIn(bare.text, forms)) yield bare.before(span);
  for (const reading of depth === 0 ? [] : readings(bare.text)) {
    for (const span of secretsIn(reading.text, forms, depth - 1)) {
      yield bare.before(reading.before(span));
    }
  }
}

/** Where pieces of the longer secrets stand. */
function* piecesIn(text: string, { anchors }: Forms): Iterable<Span> {
  const low = lowered(text);
  let done = 0;
  for (let here = 0; here + MIN_PIECE <= low.length; here++) {
    for (
      const { form, at } of anchors.get(low.slice(here, here + MIN_PIECE)) ?? []
    ) {
      if (here + MIN_PIECE <= done) continue;
      const known = lowered(form);
      let [start, end] = [at, at + MIN_PIECE];
      const shift = here - at;
      while (start > 0 && low[shift + start - 1] === known[start - 1]) start--;
      while (end < known.length && low[shift + end] === known[end]) end++;
      const isCut = start <= 1 || end >= known.length - 1 ||
        end - start >= MIN_MIDDLE && !words.test(form.slice(start, end));
      if (!isCut) continue;
      done = Math.max(done, shift + end);
      yield { start: shift + start, end: shift + end };
    }
  }
}

/** What a text says once an encoding is undone, and where it said so. */
interface Reading {
  readonly text: string;
  readonly before: (span: Span) => Span;
}

/** How single characters are escaped: in JSON, in URLs and in forms. */
const escapes: readonly (readonly [RegExp, (escape: string) => string])[] = [
  [/\\(?:u[0-9a-f]{4}|.)/gi, (escape) => {
    const said = parseJson(`"${escape}"`);
    return typeof said === "string" ? said : escape;
  }],
  [/(?:%[0-9a-f]{2})+/gi, decoded],
  [/\+/g, () => " "],
];

/** Bytes as digits, of which some may belong to what stands before. */
const packings = [
  {
    run: /[0-9a-f]{16,}/gi,
    group: 2,
    size: 2,
    unpack: (digits: string) =>
      digits.replaceAll(
        /../g,
        (byte) => String.fromCharCode(Number(`0x${byte}`)),
      ),
  },
  {
    run: /[a-z0-9+/_-]{11,}/gi,
    group: 4,
    size: 4 / 3,
    unpack: (digits: string) =>
      atob(digits.replaceAll("-", "+").replaceAll("_", "/")),
  },
];

/** Every reading of a text that is not what it is already. */
function* readings(text: string): Iterable<Reading> {
  for (const [pattern, decode] of escapes) {
    const reading = undone(text, pattern, decode);
    if (reading.text !== text) yield reading;
  }
  for (const { run, group, size, unpack } of packings) {
    for (const { 0: digits, index } of text.matchAll(run)) {
      for (let skipped = 0; skipped < group; skipped++) {
        const rest = (digits.length - skipped) % group;
        // One digit holds no byte.
        const end = digits.length - (rest === 1 ? 1 : 0);
        const from = index + skipped;
        yield {
          text: unpack(digits.slice(skipped, end)),
          before: ({ start, end }) => ({
            start: from + Math.floor(start * size),
            end: from + Math.ceil(end * size),
          }),
        };
      }
    }
  }
}

function undone(
  text: string,
  pattern: RegExp,
  decode: (escape: string) => string,
): Reading {
  if (text.search(pattern) < 0) return { text, before: (span) => span };
  const places: Span[] = [];
  let result = "";
  let done = 0;
  const keep = (end: number) => {
    for (let at = done; at < end; at++) places.push({ start: at, end: at + 1 });
    result += text.slice(done, end);
    done = end;
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    keep(index);
    done = index + escape.length;
    const plain = decode(escape);
    for (const _ of plain.split("")) places.push({ start: index, end: done });
    result += plain;
  }
  keep(text.length);
  return {
    text: result,
    before: ({ start, end }) => ({
      start: places[start]?.start ?? 0,
      end: places[end - 1]?.end ?? text.length,
    }),
  };
}
