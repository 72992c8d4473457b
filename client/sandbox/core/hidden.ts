import { isObject, type Json } from "./json.ts";

const MASK = "***";

/** Shorter ones stand in ordinary words. */
const MIN_SECRET = 4;

/** Shorter lines of a secret say nothing by themselves. */
const MIN_LINE = 8;

/** Of so many secrets the last are known. */
const MOST_SECRETS = 1000;

/** What holds a secret, whatever stands around it. */
const secretName = /secret|password|token|credential|authorization|api_?key/i;

/** The secrets that came in, and what may be shown of a request. */
export class Hidden {
  #secrets = new Set<string>();
  #pattern: RegExp | undefined;

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

  /**
   * A text without secrets: the whole and each of its lines, plainly, as in
   * JSON or a URL, or in base64.
   */
  text(text: string): string {
    this.#pattern ??= patternOf(this.#secrets);
    return text.replaceAll(this.#pattern, MASK);
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
    this.#pattern = undefined;
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

/** Finds every form of the secrets, the longest first. */
function patternOf(secrets: ReadonlySet<string>): RegExp {
  const forms = new Set<string>();
  for (const secret of secrets) {
    const lines = secret.split(/\s*\n\s*/)
      .filter(({ length }) => length >= MIN_LINE);
    for (const one of [secret, ...lines]) {
      for (const form of formsOf(one)) forms.add(form);
    }
  }
  const literals = [...forms].toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/\W/gu, "\\$&"));
  // Nothing is a secret yet: nothing matches.
  return new RegExp(literals.join("|") || "(?!)", "g");
}

/** The forms in which a text is repeated: folded, escaped, in base64. */
function formsOf(text: string): string[] {
  const joined = [" ", "", "\r\n"].map((blank) =>
    text.replaceAll(/\s*[\r\n]\s*/g, blank)
  );
  const all = new Set([text, text.replaceAll(/\s+/g, " "), ...joined]);
  return [
    ...[...all].flatMap((one) => [one, ...escapesOf(one)]),
    inJson(inJson(text)),
    ...text.length < MIN_LINE ? [] : base64Of(text),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapesOf(text: string): string[] {
  const json = inJson(text);
  const ascii = (pattern: RegExp) =>
    json.replaceAll(
      pattern,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const url = encodeURIComponent(text.toWellFormed());
  const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return [
    ...[json, json.replaceAll("/", "\\/"), ascii(/[^ -~]/g)],
    ...[ascii(/[^ -~]|[<>&]/g), url, url.replaceAll(/%../g, lowerCase)],
    `${new URLSearchParams({ "": text })}`.slice(1),
    ...["&#39;", "&#x27;", "&apos;"].flatMap((single) =>
      ["&quot;", "&#34;"].map((double) =>
        html.replaceAll('"', double).replaceAll("'", single)
      )
    ),
  ];
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** The forms of a text within base64, whatever stands before and after it. */
function base64Of(text: string): string[] {
  return ["", " ", "  "].flatMap((before) => {
    const bytes = new TextEncoder().encode(before + text);
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte));
    const all = btoa(binary.join(""));
    // The first and last characters tell of the neighbours too.
    const own = all.slice(before === "" ? 0 : before.length + 1);
    const inside = own.replace(/.==?$/, "");
    return [own, inside];
  });
}
