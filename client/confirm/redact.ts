/**
 * Removes personal data from responses: names, ids, tokens, mail addresses, IP
 * addresses and free text are replaced, each by the same made-up value in the
 * same format everywhere.
 *
 * A text stays only where a field is known to hold a word of the service; all
 * other texts are replaced, so that a field nobody knows cannot give away one.
 *
 * @module
 */

import { foldCase, NameIndex } from "./name_index.ts";

/** Fields that hold words of the service. */
const wordFields: ReadonlySet<string> = new Set(
  ("type role roleInOrg state stage status visibility vendor region " +
    "accelerator instanceType instanceSize architecture framework task sdk " +
    "hardware current requested flavor gated permissions global level plan " +
    "billingMode metric code uploadMode repoType sort domains mode " +
    "schemas providerId interval unitLabel prettyName").split(" "),
);

/** Words that say nothing of anybody. */
const plainWords: ReadonlySet<string> = new Set(
  ("main refs/heads/main refs/heads README.md .gitattributes true false null " +
    "/health /v1 auto manual").split(" "),
);

/** Fields whose own keys are chosen by users. */
const namedByUsers = /^(env|secrets|variables|labels|environment)$/;

/** Fields in which all is, however deep. */
const writtenByUsers = /^(cardData|config)$/;

/** Routes whose answers are the same for everybody. */
const everybodys =
  /^\/(v2\/provider(\/|$)|api\/(spaces|jobs)\/hardware|api\/(models|datasets|spaces)\?.*expand=__none__)/;

/** Routes whose numbers are money. */
const ofMoney = /\/(billing|usage)/;

/** Hosts of the service. */
const itsHosts = /(^|\.)(huggingface\.co|hf\.co|hf\.space|huggingface\.cloud)$/;

const ofDate =
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const ofMail =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/giu;
const ofV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const ofV6 = /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi;
const ofUrl = /\bhttps?:\/\/[^\s"'<>)\]]+/gi;
const ofSecret =
  /\b(?:hf_|api_org_|sk-|ghp_)[\w-]{4,}|\beyJ[\w-]+(?:\.[\w-]+)*|(?<![\w+=])(?=[\w+=]*\d)(?=[\w+=]*[a-z])[\w+=]{20,}(?![\w+=])|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** To look for longer ones takes the square of their length. */
const LONGEST_NAME = 1000;

const animals = "heron lynx otter wren finch newt robin stoat".split(" ");

/** A response of the service. */
export interface RecordedResponse {
  /** Method, path and query. */
  readonly request: string;
  /** The HTTP status. */
  readonly status: number;
  /** The recorded headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or text. */
  readonly body: unknown;
}

/** Replaces personal data, each value by the same made-up one. */
export class Redactor {
  readonly #fakes = new Map<string, string>();
  readonly #isName: ReadonlySet<string>;
  readonly #somebody: NameIndex;
  /** All that is replaced; undefined: it is not known yet. */
  #index: NameIndex | undefined;
  #count = 0;

  /**
   * Makes one that knows names.
   *
   * @param names Those of persons and organizations, wherever they stand.
   */
  constructor(names: readonly string[]) {
    this.#isName = new Set(names.map(foldCase));
    this.#somebody = new NameIndex(names);
    for (const name of names) {
      this.#text(name);
      // Texts call people by a part of their name.
      const parts = name.split(/[\s,]+/).filter((part) => part.length > 2);
      if (parts.length > 1) parts.forEach((part) => this.#word(part));
    }
  }

  /** The answers with made-up values. */
  redact(answers: readonly RecordedResponse[]): RecordedResponse[] {
    // What a later answer names may stand in the text of an earlier one.
    this.#index = undefined;
    answers.forEach((answer) => this.#answer(answer));
    // Made-up values are not replaced again.
    const made = new Set(Array.from(this.#fakes.values(), foldCase));
    this.#index = new NameIndex(
      [...this.#fakes.keys()].filter((name) =>
        name.length > 1 && name.length <= LONGEST_NAME && !made.has(name)
      ),
    );
    return answers.map((answer) => this.#answer(answer));
  }

  #answer(
    { request, status, headers, body }: RecordedResponse,
  ): RecordedResponse {
    const path = request.slice(request.indexOf(" ") + 1);
    const keepsTexts = status >= 400;
    const isEverybodys = everybodys.test(path);
    const keepsNumbers = !ofMoney.test(path);
    return {
      request: this.#scrub(request),
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map((
          [name, text],
        ) => [name, isEverybodys ? this.#public(text) : this.#scrub(text)]),
      ),
      body: this.#value(body, "", { keepsTexts, keepsNumbers, isEverybodys }),
    };
  }

  #value(
    value: unknown,
    field: string,
    how: {
      readonly keepsTexts: boolean;
      readonly keepsNumbers: boolean;
      readonly isEverybodys: boolean;
    },
  ): unknown {
    if (typeof value === "string") {
      if (how.isEverybodys) return this.#public(value);
      const isWord = plainWords.has(value) ||
        wordFields.has(field) && /^[\w.:+ -]{0,60}$/.test(value) &&
          this.#forms(value) === value;
      return isWord && !this.#namesSomebody(value)
        ? value
        : isWord || how.keepsTexts
        ? this.#scrub(value)
        : this.#text(value);
    }
    if (typeof value === "number" && !how.keepsNumbers) {
      return Number.isInteger(value) ? 1 : 1.5;
    }
    if (Array.isArray(value)) {
      return value.map((each) => this.#value(each, field, how));
    }
    if (typeof value !== "object" || value === null) return value;
    const isWritten = writtenByUsers.test(field);
    const isNamed = isWritten || namedByUsers.test(field);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isChosen = isNamed || !/^[\w$-]{1,40}$/.test(key) ||
          Reflect.get(Object(inner), "key") === key;
        return [
          isChosen ? this.#text(key) : this.#known(key),
          this.#value(
            inner,
            isWritten ? field : isChosen ? "" : key,
            isNamed ? { ...how, keepsTexts: false, keepsNumbers: false } : how,
          ),
        ];
      }),
    );
  }

  /** A text that everybody is told. */
  #public(text: string): string {
    return this.#namesSomebody(text) ? this.#scrub(text) : this.#forms(text);
  }

  /** Whether a word holds a name of those who ask. */
  #namesSomebody(word: string): boolean {
    return this.#somebody.isIn(word);
  }

  /** A key that is a name of those who ask is replaced. */
  #known(key: string): string {
    return this.#isName.has(foldCase(key)) ? this.#word(key) : key;
  }

  /** A text that is replaced as a whole. */
  #text(text: string): string {
    if (text === "" || plainWords.has(text) || ofDate.test(text)) return text;
    if (/^-?\d+(\.\d+)?$/.test(text)) {
      return this.#once(text, () => like(text, ++this.#count));
    }
    const scrubbed = this.#forms(text);
    if (scrubbed !== text) {
      return /\s/.test(text) ? this.#phrase(text) : this.#names(scrubbed);
    }
    if (/\s/.test(text)) return this.#phrase(text);
    return text.split("/").map((part) => this.#word(part)).join("/");
  }

  #phrase(text: string): string {
    return this.#once(text, () => `Made-up text ${++this.#count}`);
  }

  #word(word: string): string {
    if (word === "" || plainWords.has(word)) return word;
    return this.#once(word, () => {
      const animal = animals[this.#count % animals.length] ?? "";
      return `${animal}${++this.#count}`;
    });
  }

  #once(text: string, make: () => string): string {
    const key = foldCase(text);
    const known = this.#fakes.get(key) ?? make();
    this.#fakes.set(key, known);
    return known;
  }

  /** A text of the service with all that was replaced elsewhere replaced. */
  #scrub(text: string): string {
    return this.#names(this.#forms(text));
  }

  /** Mails, addresses, URLs and secrets, by their form. */
  #forms(text: string): string {
    return text
      .replaceAll(ofUrl, (url) => this.#url(url))
      .replaceAll(
        ofMail,
        (mail) => this.#once(mail, () => `user${++this.#count}@example.com`),
      )
      .replaceAll(
        ofV4,
        (ip) => this.#once(ip, () => `192.0.2.${++this.#count % 250}`),
      )
      .replaceAll(
        ofV6,
        (ip) =>
          this.#once(ip, () => `2001:db8::${(++this.#count).toString(16)}`),
      )
      .replaceAll(
        ofSecret,
        (secret) => this.#once(secret, () => like(secret, ++this.#count)),
      );
  }

  #url(url: string): string {
    if (!URL.canParse(url)) return "https://example.com/";
    const { protocol, hostname, pathname } = new URL(url);
    const isIts = itsHosts.test(hostname);
    const host = hostname.split(".");
    const named = isIts ? host.slice(0, -2) : [];
    const shown = isIts
      ? [
        ...named.map((part) =>
          /^(api|endpoints|www)$/.test(part) ? part : this.#word(part)
        ),
        ...host.slice(-2),
      ].join(".")
      : "example.com";
    const path = pathname.split("/").map((part) =>
      /^(api|v\d|models|datasets|spaces|docs|settings|resolve|tree|main|jobs|buckets|collections)?$/
          .test(part)
        ? part
        : this.#word(decode(part))
    ).join("/");
    return `${protocol}//${shown}${path}`;
  }

  #names(text: string): string {
    return this.#index?.replace(text, (name) => this.#fakes.get(name) ?? "") ??
      text;
  }
}

/** Characters of the same kinds: hexadecimal digits stay that. */
function like(text: string, seed: number): string {
  const isHex = /^[\da-f-]+$/i.test(text);
  let state = seed * 2654435761 >>> 0;
  const next = (size: number) => {
    state = Math.imul(state ^ state >>> 15, 2246822519) + 374761393 >>> 0;
    return state % size;
  };
  const prefix = /^(hf_|api_org_|sk-|ghp_|eyJ)?/.exec(text)?.[0] ?? "";
  return prefix +
    text.slice(prefix.length).replaceAll(/[A-Za-z\d]/g, (char) => {
      if (/\d/.test(char)) return String(next(10));
      const letter = String.fromCharCode(97 + next(isHex ? 6 : 26));
      return /[A-Z]/.test(char) ? letter.toUpperCase() : letter;
    });
}

/** The first entries of each list, as what a list is like. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).slice(0, 100).map((
      [key, inner],
    ) => [key, shorten(inner)]),
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
