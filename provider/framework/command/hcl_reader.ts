/**
 * The structure of a file in Terraform's language: blocks, and the names that
 * are written in the objects of their arguments. No expression is evaluated.
 *
 * @module
 */

/** A name that a file tells: of a block, an argument or a key of an object. */
export interface HclName {
  /**
   * The outermost block with its labels, and all names down to this one: a
   * number is the position of an element, undefined is told by an expression.
   */
  readonly path: HclPath;
  /** Its line, from 1. */
  readonly line: number;
}

type HclPath = readonly (string | number | undefined)[];

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
 * Reads the names in a file.
 *
 * @throws {SyntaxError} If the text is not in Terraform's language.
 */
export function readHcl(text: string): readonly HclName[] {
  return new Parser(text).names();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #names: HclName[] = [];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  names(): readonly HclName[] {
    this.#body(undefined, []);
    return this.#names;
  }

  /** Reads arguments and blocks up to a bracket, or the end of the file. */
  #body(end: "}" | undefined, outer: HclPath): void {
    while (!this.#takes(end)) {
      const { name, line } = this.#next();
      const path = [...outer, name];
      while (this.#token?.name !== undefined) path.push(this.#next().name);
      const { text } = this.#next();
      if (name === undefined || text !== "=" && text !== "{") {
        throw new SyntaxError(`Line ${line} is no argument and no block`);
      }
      this.#names.push({ path, line });
      if (text === "=") this.#value(path);
      else this.#body("}", path);
    }
  }

  /** Reads a value, up to the end of its line, a bracket or one of these. */
  #value(path: HclPath, ...ends: readonly string[]): void {
    const isEnd = () => this.#isAt(undefined, "\n", "}", ...ends);
    const isPartEnd = () => isEnd() || this.#isAt("?", ":");
    for (;; this.#at++) {
      const [start, told] = [this.#at, this.#names.length];
      const isWhole = this.#bracket(path) && isPartEnd();
      // It is part of something, such as `{ a = 1 }.a`.
      if (!isWhole) this.#at = start;
      while (!isPartEnd()) this.#skipPart();
      if (!isWhole || this.#isAt("?")) this.#names.length = told;
      if (isEnd()) return;
    }
  }

  /** Reads a list, an object or what stands in parentheses; false if not. */
  #bracket(path: HclPath): boolean {
    if (!this.#isAt("[", "{", "(")) return false;
    const { text } = this.#next();
    if (text === "(") {
      this.#value(path, ")");
      this.#at++;
      return true;
    }
    this.#skipLines();
    if (this.#isAt("for") && this.#tokens[this.#at + 1]?.name !== undefined) {
      return false;
    }
    if (text === "[") this.#elements(path);
    else this.#keys(path);
    return true;
  }

  #keys(outer: HclPath): void {
    while (!this.#takes("}")) {
      const first = this.#token;
      const start = this.#at;
      while (!this.#isAt("=", ":")) this.#skipPart();
      const name = this.#at === start + 1 ? first?.name : undefined;
      const path = [...outer, name];
      this.#names.push({ path, line: first?.line ?? 0 });
      this.#at++;
      this.#skipLines();
      this.#value(path, ",");
      if (this.#isAt(",")) this.#at++;
    }
  }

  #elements(path: HclPath): void {
    for (let count = 0; !this.#takes("]"); count++) {
      const start = this.#at;
      this.#value([...path, count], ",", "]");
      this.#takes(",");
      if (this.#at === start) this.#skipPart();
    }
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
