import { isObject, type Json } from "./json.ts";
import { unescapedTexts } from "./unescape.ts";

const MASK = "***";

/** The least length of a secret: shorter ones are parts of ordinary words. */
const MIN_SECRET = 4;

/** The least length of a line of a secret that is masked by itself. */
const MIN_LINE = 8;

/** The number of secrets that are remembered, the newest. */
const MAX_SECRETS = 1000;

/** Names of fields and parameters that hold a secret. */
const secretName = /secret|password|token|credential|authorization|api_?key/i;

type FormsByStart = ReadonlyMap<string, readonly string[]>;

/** Masks secrets of earlier requests in what the sandbox shows of itself. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #forms: FormsByStart | undefined;

  /** Remembers the secrets of a request. */
  learn(url: URL, headers: Headers, body: Json): void {
    const authorization = headers.get("authorization") ?? "";
    this.#add(/^\S+\s+(\S+)$/.exec(authorization)?.[1] ?? "");
    this.#learnUrl(url);
    this.#learnValue(body, url.pathname.endsWith("/secrets"));
  }

  /** Returns a copy of a JSON value without secrets. */
  redact(value: Json, isSecret = false): Json {
    if (typeof value === "string") {
      return isSecret ? MASK : this.redactText(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.redact(item, isSecret));
    }
    if (!isObject(value)) {
      return isSecret && typeof value === "number" ? MASK : value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.redactText(name),
        this.redact(inner, isSecretField(name, isSecret)),
      ]),
    );
  }

  /**
   * Returns a text without secrets, plain, in JSON, in a URL or in base64. One
   * that has a secret in other escapes is a secret as a whole.
   */
  redactText(text: string): string {
    const shown = this.#mask(text);
    for (const meant of unescapedTexts(shown)) {
      if (this.#mask(meant) !== meant) return MASK;
    }
    return shown;
  }

  // One pattern of all forms could be larger than a pattern can be.
  #mask(text: string): string {
    const forms = this.#forms ??= formsByStart(this.#secrets);
    let masked = "";
    let done = 0;
    for (let at = 0; at < text.length;) {
      const form = forms.get(text.slice(at, at + MIN_SECRET))
        ?.find((form) => text.startsWith(form, at));
      at += form?.length ?? 1;
      if (form === undefined) continue;
      masked += text.slice(done, at - form.length) + MASK;
      done = at;
    }
    return masked + text.slice(done);
  }

  #learnValue(value: Json, isSecret: boolean): void {
    if (typeof value === "string") {
      if (isSecret) this.#add(value);
      else if (URL.canParse(value)) this.#learnUrl(new URL(value));
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        this.#learnValue(inner, isSecretField(name, isSecret));
      }
    }
  }

  #learnUrl({ password, searchParams }: URL): void {
    this.#add(password);
    this.#add(decodeUrlPart(password));
    for (const [name, value] of searchParams) {
      if (secretName.test(name)) this.#add(value);
    }
  }

  #add(secret: string): void {
    if (secret.length < MIN_SECRET || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    const [oldest = ""] = this.#secrets;
    if (this.#secrets.size > MAX_SECRETS) this.#secrets.delete(oldest);
    this.#forms = undefined;
  }
}

/** Decodes a part of a URL, if it is well-formed. */
function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Tests a field; of a secret that is an object, only `key` is none. */
function isSecretField(name: string, isInSecret: boolean): boolean {
  return isInSecret && name !== "key" || secretName.test(name);
}

/** The forms of the secrets by how they begin, the longest first. */
function formsByStart(secrets: ReadonlySet<string>): FormsByStart {
  const forms = [...secrets].flatMap((secret) => [
    ...encode(secret),
    ...secret.split("\n").map((line) => line.trim())
      .filter(({ length }) => length >= MIN_LINE).flatMap(encode),
  ]);
  const byStart = new Map<string, string[]>();
  for (const form of [...new Set(forms)].sort((a, b) => b.length - a.length)) {
    const start = form.slice(0, MIN_SECRET);
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, [form]);
    else known.push(form);
  }
  return byStart;
}

/** Returns the forms in which a secret is repeated. */
function encode(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    secret.replaceAll(/\s+/g, " "),
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    `${new URLSearchParams({ "": secret })}`.slice(1),
    ...secret.length < MIN_LINE ? [] : [0, 1, 2].flatMap((before) => {
      const bytes = new TextEncoder().encode(" ".repeat(before) + secret);
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte));
      // The first and last characters tell of the neighbours too.
      const bare = btoa(binary.join("")).slice(before && before + 1)
        .replace(/={1,2}$/, "");
      return [bare, bare.slice(0, -1)].flatMap((form) => [
        form,
        form.replaceAll("+", "-").replaceAll("/", "_"),
      ]);
    }),
  ];
}
