import { isObject, type Json } from "./json.ts";

const MASK = "***";

/** Shorter ones stand in ordinary words. */
const MIN_SECRET = 4;

/** Of so many secrets the last are known. */
const MOST_SECRETS = 1000;

/** What holds a secret, whatever stands around it. */
const secretName = /secret|password|token|credential|authorization|api_?key/i;

/** The secrets that came in, and what may be shown of a request. */
export class Hidden {
  #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Takes note of the secrets of a request. */
  learn(path: string, headers: Headers, body: Json): void {
    const [, token] = /^\S+\s+(\S+)$/.exec(
      headers.get("authorization") ?? "",
    ) ?? [];
    if (token !== undefined) this.#add(token);
    this.#find(body, /\/secrets$/.test(path));
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
    this.#pattern ??= patternOf(this.#secrets);
    return text.replaceAll(this.#pattern, MASK);
  }

  #find(value: Json, isSecret: boolean): void {
    if (typeof value === "string") {
      if (isSecret) this.#add(value);
    } else if (Array.isArray(value)) {
      for (const item of value) this.#find(item, isSecret);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        this.#find(inner, isSecret && name !== "key" || secretName.test(name));
      }
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

/** Secrets and their longer lines, plain, escaped, and in base64. */
function patternOf(secrets: ReadonlySet<string>): RegExp {
  const forms = [...secrets].flatMap((secret) => {
    const lines = secret.split(/\s*\n\s*/).filter(({ length }) => length >= 8);
    return [secret, ...lines].flatMap((plain) => [
      plain,
      encodeURIComponent(plain.toWellFormed()),
      JSON.stringify(plain).slice(1, -1),
      toBase64(plain),
    ]);
  });
  const literals = forms.toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[^\w]/g, "\\$&"));
  // Nothing is a secret yet: nothing matches.
  return new RegExp(literals.join("|") || "(?!)", "g");
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes.subarray(0, 8192)))
    .replace(/=+$/, "");
}
