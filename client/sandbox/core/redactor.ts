import { isObject, type Json } from "./json.ts";

const MASK = "***";

/** The least length of a secret: shorter ones are parts of ordinary words. */
const MIN_SECRET = 4;

/** The number of secrets that are remembered, the newest. */
const MAX_SECRETS = 100;

/** Names of fields and parameters that hold a secret. */
const secretName = /secret|password|token|credential|authorization|api_?key/i;

/** Masks secrets of earlier requests in what the sandbox shows of itself. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #longestFirst: readonly string[] = [];

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

  /** Returns a text without secrets, plain or as a part of a URL. */
  redactText(text: string): string {
    return this.#longestFirst.reduce(
      (shown, secret) => shown.replaceAll(secret, MASK),
      text,
    );
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
    this.#longestFirst = [...this.#secrets]
      .flatMap((one) => [one, encodeURIComponent(one.toWellFormed())])
      .sort((a, b) => b.length - a.length);
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
