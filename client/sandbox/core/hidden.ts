import { isObject, type Json } from "./json.ts";

const MASK = "***";

/** Shorter ones stand in ordinary words. */
const MIN_SECRET = 4;

/** A cut secret is known by so many of its first or last characters. */
const MIN_PIECE = 8;

/** As many of its characters, in hexadecimal digits. */
const MIN_HEX = 2 * MIN_PIECE;

/** What folding and wrapping put into a text, escaped or not. */
const blanks = /\s+|\\[nrt]|%(?:0[9ad]|20)/gi;

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
    this.#forms ??= formsOf(this.#secrets);
    return masked(text, this.#forms);
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

/** How secrets may be written, by their first and their last characters. */
interface Forms {
  readonly short: RegExp;
  readonly heads: ReadonlyMap<string, readonly Form[]>;
  readonly tails: ReadonlyMap<string, readonly Form[]>;
}

interface Form {
  /** Without blanks, as something may have wrapped it. */
  readonly text: string;
  /** Fewer of its characters are no piece of it. */
  readonly least: number;
}

/** Secrets and their longer lines: plain, escaped, in base64, in hexadecimal. */
function formsOf(secrets: ReadonlySet<string>): Forms {
  const short: string[] = [];
  const heads = new Map<string, Form[]>();
  const tails = new Map<string, Form[]>();
  const add = (form: string, least: number) => {
    const text = form.replaceAll(blanks, "");
    if (text.length < MIN_PIECE) return void short.push(form);
    const known = { text, least: Math.min(least, text.length) };
    const [head, tail] = [text.slice(0, MIN_PIECE), text.slice(-MIN_PIECE)];
    heads.set(head, [...heads.get(head) ?? [], known]);
    tails.set(tail, [...tails.get(tail) ?? [], known]);
  };
  for (const secret of secrets) {
    const lines = secret.split(/\s*\n\s*/)
      .filter(({ length }) => length >= MIN_PIECE);
    for (const plain of new Set([secret, ...lines])) {
      const bytes = new TextEncoder().encode(plain);
      const escaped = JSON.stringify(plain).slice(1, -1);
      const inUrl = encodeURIComponent(plain.toWellFormed());
      for (const form of new Set([plain, inUrl, escaped])) {
        add(form, MIN_PIECE);
      }
      for (const form of base64Forms(bytes)) add(form, MIN_PIECE);
      add(bytes.toHex(), MIN_HEX);
      add(bytes.toHex().toUpperCase(), MIN_HEX);
    }
  }
  const literals = short.toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[^\w]/g, "\\$&"));
  // Nothing is a secret yet: nothing matches.
  return { short: new RegExp(literals.join("|") || "(?!)", "g"), heads, tails };
}

/** `text` without the forms, and without what begins or ends as they do. */
function masked(text: string, { short, heads, tails }: Forms): string {
  const places: number[] = [];
  let bare = "";
  const keep = (start: number, end: number) => {
    for (let at = start; at < end; at++) places.push(at);
    bare += text.slice(start, end);
  };
  let kept = 0;
  for (const { 0: blank, index } of text.matchAll(blanks)) {
    keep(kept, index);
    kept = index + blank.length;
  }
  keep(kept, text.length);
  let result = "";
  let done = 0;
  for (const [start, end] of piecesIn(bare, heads, tails)) {
    const from = places[start] ?? 0;
    if (from >= done) result += text.slice(done, from) + MASK;
    done = Math.max(done, (places[end - 1] ?? 0) + 1);
  }
  return (result + text.slice(done)).replaceAll(short, MASK);
}

/** Where pieces stand, in their order. */
function piecesIn(
  text: string,
  heads: Forms["heads"],
  tails: Forms["tails"],
): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at + MIN_PIECE <= text.length; at++) {
    const key = text.slice(at, at + MIN_PIECE);
    for (const { text: form, least } of heads.get(key) ?? []) {
      let length = MIN_PIECE;
      while (length < form.length && text[at + length] === form[length]) {
        length++;
      }
      if (length >= least) found.push([at, at + length]);
    }
    const end = at + MIN_PIECE;
    for (const { text: form, least } of tails.get(key) ?? []) {
      let length = MIN_PIECE;
      while (
        length < form.length && text[end - length - 1] === form.at(-length - 1)
      ) length++;
      if (length >= least) found.push([end - length, end]);
    }
  }
  return found.toSorted(([a], [b]) => a - b);
}

/** What base64 holds wherever the secret stands in what was encoded. */
function base64Forms(bytes: Uint8Array): Set<string> {
  const forms = [0, 1, 2].map((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const end = Math.floor(shifted.length * 8 / 6);
    return shifted.toBase64().slice(Math.ceil(before * 8 / 6), end);
  }).filter(({ length }) => length >= MIN_PIECE);
  return new Set(forms.flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
    encodeURIComponent(form),
  ]));
}
