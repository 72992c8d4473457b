/**
 * The structure of a file in Terraform's language: blocks, and the names that
 * are written in the objects of their arguments. No expression is evaluated.
 *
 * @module
 */

/** An argument, a block or a key of an object. */
export interface HclItem {
  /** The name; undefined if an expression tells it. */
  readonly name: string | undefined;
  /** The labels of a block. */
  readonly labels: readonly string[];
  /** Its line, from 1. */
  readonly line: number;
  /** The value; a block is an object. */
  readonly value: HclValue;
}

/** A value as it is written; undefined: it holds none of these. */
export type HclValue = {
  /** The arguments and blocks, or the keys. */
  readonly items: readonly HclItem[];
} | {
  /** The elements. */
  readonly elements: readonly HclValue[];
} | {
  /** The values on both sides of conditions. */
  readonly choices: readonly HclValue[];
} | undefined;

interface Token {
  /** The text; a quotation mark for a whole quoted text. */
  readonly text: string;
  /** The name that it may be. */
  readonly name: string | undefined;
  readonly line: number;
}

const word = "[\\p{ID_Start}_][\\p{ID_Continue}-]*";

const patterns = new RegExp(
  [
    "(?<blank>[ \\t\\r\\ufeff]+|(?:#|//)[^\\n]*)",
    "(?<comment>/\\*)",
    `<<-?(?<end>${word})\\r?\\n`,
    `(?<name>${word})`,
    "==|=>|!=|<=|>=|[^]",
  ].join("|"),
  "uy",
);

/** Brackets within each other: what reads them calls itself. */
const MAX_DEPTH = 500;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  const open: string[] = [];
  for (let at = 0; at < text.length;) {
    const start = at;
    patterns.lastIndex = at;
    const found = patterns.exec(text);
    const [read = ""] = found ?? [];
    const { blank, comment, end, name } = found?.groups ?? {};
    at += read.length;
    if (read === '"') at = quotedEnd(text, start);
    if (comment !== undefined) at = commentEnd(text, at);
    if (end !== undefined) at = heredocEnd(text, at, end);
    const quoted = text.slice(start + 1, at - 1);
    const isPlain = read === '"' && !/[\\]|[$%]\{/.test(quoted);
    if (closing.has(read)) open.push(read);
    else if ("}])".includes(read)) open.pop();
    if (open.length > MAX_DEPTH) {
      throw new SyntaxError(`Line ${line} is nested deeper than ${MAX_DEPTH}`);
    }
    const isBlank = read === "\n" && "([".includes(open.at(-1) ?? "{");
    if (blank === undefined && comment === undefined && !isBlank) {
      tokens.push({
        text: end === undefined ? read : '"',
        name: isPlain ? quoted : name,
        line,
      });
    }
    line += text.slice(start, at).split("\n").length - 1;
  }
  return tokens;
}

/** The end of a quoted text, with all that its templates hold. */
function quotedEnd(text: string, start: number): number {
  const part = /\\[^]|\$\$\{|%%\{|[$%]?\{|[^]/y;
  const open = ['"'];
  part.lastIndex = start + 1;
  while (open.length > 0 && part.lastIndex < text.length) {
    const [read = ""] = part.exec(text) ?? [];
    const isText = open.at(-1) === '"';
    if (read === (isText ? '"' : "}")) open.pop();
    else if (isText ? /^[$%]\{$/.test(read) : /^"$|\{$/.test(read)) {
      open.push(read === '"' ? '"' : "}");
    }
  }
  if (open.length === 0) return part.lastIndex;
  throw new SyntaxError("A text does not end");
}

function commentEnd(text: string, start: number): number {
  const end = text.indexOf("*/", start);
  if (end >= 0) return end + 2;
  throw new SyntaxError("A comment does not end");
}

/** The end of the line that has only the word that a heredoc ends with. */
function heredocEnd(text: string, start: number, word: string): number {
  for (let at = start; at < text.length;) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    if (text.slice(at, end).trim() === word) return end;
    at = end + 1;
  }
  throw new SyntaxError(`A text does not end with ${word}`);
}

const closing: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
  ["(", ")"],
]);

/**
 * Reads the arguments and blocks of a file.
 *
 * @throws {SyntaxError} If the text is not in Terraform's language.
 */
export function readHcl(text: string): readonly HclItem[] {
  return new Parser(text).body(undefined);
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  /** Reads arguments and blocks up to a bracket, or the end of the file. */
  body(end: "}" | undefined): readonly HclItem[] {
    const items: HclItem[] = [];
    while (!this.#takes(end)) {
      const { name, line } = this.#next();
      const labels: string[] = [];
      while (this.#token?.name !== undefined) {
        labels.push(this.#next().name ?? "");
      }
      const { text } = this.#next();
      if (name === undefined || text !== "=" && text !== "{") {
        throw new SyntaxError(`Line ${line} is no argument and no block`);
      }
      const value = text === "=" ? this.#value() : { items: this.body("}") };
      items.push({ name, labels, line, value });
    }
    return items;
  }

  /** Reads a value, up to the end of its line, a bracket or one of these. */
  #value(...ends: readonly string[]): HclValue {
    const isEnd = () => this.#isAt(undefined, "\n", "}", ...ends);
    const isPartEnd = () => isEnd() || this.#isAt("?", ":");
    const choices: HclValue[] = [];
    for (;; this.#at++) {
      const start = this.#at;
      const value = this.#bracket();
      const isWhole = value !== undefined && isPartEnd();
      // It is part of something, such as `{ a = 1 }.a`.
      if (!isWhole) this.#at = start;
      while (!isPartEnd()) this.#skipPart();
      if (!this.#isAt("?")) choices.push(isWhole ? value : undefined);
      if (isEnd()) return choices.length > 1 ? { choices } : choices[0];
    }
  }

  /** Reads a list, an object or what stands in parentheses, if one comes. */
  #bracket(): HclValue {
    if (!this.#isAt("[", "{", "(")) return undefined;
    const { text } = this.#next();
    if (text === "(") {
      const value = this.#value(")");
      this.#at++;
      return value;
    }
    this.#skipLines();
    if (this.#isAt("for") && this.#tokens[this.#at + 1]?.name !== undefined) {
      return undefined;
    }
    return text === "["
      ? { elements: this.#elements() }
      : { items: this.#keys() };
  }

  #keys(): readonly HclItem[] {
    const items: HclItem[] = [];
    while (!this.#takes("}")) {
      const first = this.#token;
      const start = this.#at;
      while (!this.#isAt("=", ":")) this.#skipPart();
      const name = this.#at === start + 1 ? first?.name : undefined;
      this.#at++;
      this.#skipLines();
      const value = this.#value(",");
      items.push({ name, labels: [], line: first?.line ?? 0, value });
      if (this.#isAt(",")) this.#at++;
    }
    return items;
  }

  #elements(): readonly HclValue[] {
    const items: HclValue[] = [];
    while (!this.#takes("]")) {
      const start = this.#at;
      items.push(this.#value(",", "]"));
      this.#takes(",");
      if (this.#at === start) this.#skipPart();
    }
    return items;
  }

  /** Skips a token, with everything up to the bracket that closes it. */
  #skipPart(): void {
    const { text, line } = this.#next();
    if ("}])".includes(text)) {
      throw new SyntaxError(`Line ${line} closes a bracket that is not open`);
    }
    const end = closing.get(text);
    while (end !== undefined && !this.#isAt(end)) this.#skipPart();
    if (end !== undefined) this.#at++;
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isAt(...texts: readonly (string | undefined)[]): boolean {
    return texts.includes(this.#token?.text);
  }

  #next(): Token {
    const token = this.#tokens[this.#at++];
    if (token !== undefined) return token;
    throw new SyntaxError("The file ends too early");
  }

  /** Skips a text that comes next, after empty lines; true if it does. */
  #takes(text: string | undefined): boolean {
    this.#skipLines();
    if (!this.#isAt(text)) return false;
    this.#at++;
    return true;
  }

  #skipLines(): void {
    while (this.#isAt("\n")) this.#at++;
  }
}
