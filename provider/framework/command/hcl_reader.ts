/**
 * The structure of a file in Terraform's language: blocks, and the names that
 * are written in the objects of their arguments. No expression is evaluated.
 *
 * @module
 */

type HclStep = string | number | undefined;

/** A name that a file tells: of a block, an argument or a key of an object. */
export class HclName {
  readonly #step: HclStep;
  readonly #outer: HclName | undefined;
  /** Its line, from 1. */
  readonly line: number;

  constructor(step: HclStep, line: number, outer: HclName | undefined) {
    this.#step = step;
    this.line = line;
    this.#outer = outer;
  }

  /**
   * The outermost block with its labels, and all names down to this one: a
   * number is the position of an element, undefined is told by an expression.
   */
  get path(): readonly HclStep[] {
    const path = [this.#step];
    for (let at = this.#outer; at !== undefined; at = at.#outer) {
      path.push(at.#step);
    }
    return path.reverse();
  }
}

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

/** Characters of a name: a label stands in the path of each name below it. */
const MAX_NAME = 200;

function* tokensOf(text: string): Generator<Token> {
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
      yield {
        text: end === undefined ? read : '"',
        name: shortenName(isPlain ? quoted : name),
        line,
      };
    }
    line += text.slice(start, at).split("\n").length - 1;
  }
}

/** The name as far as a message shows it; no schema has a longer one. */
function shortenName(name: string | undefined): string | undefined {
  return name === undefined || name.length <= MAX_NAME
    ? name
    : `${name.slice(0, MAX_NAME)}…`;
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
 * Reads the names in a file, one after the other: nothing is kept but those of
 * one argument.
 *
 * @throws {SyntaxError} If the text is not in Terraform's language.
 */
export function readHcl(text: string): Iterable<HclName> {
  return new Parser(text).body(undefined, undefined);
}

class Parser {
  readonly #source: Iterator<Token>;
  /** The tokens that were looked at and not taken. */
  readonly #ahead: Token[] = [];
  /** The number of tokens that were taken. */
  #at = 0;
  /** The names in the argument that is read. */
  #names: HclName[] = [];

  constructor(text: string) {
    this.#source = tokensOf(text);
  }

  /** Reads arguments and blocks up to a bracket, or the end of the file. */
  *body(end: "}" | undefined, outer: HclName | undefined): Generator<HclName> {
    while (!this.#takes(end)) {
      const { name, line } = this.#next();
      let inner = new HclName(name, line, outer);
      let labels = 0;
      for (; this.#token?.name !== undefined; labels++) {
        inner = new HclName(this.#next().name, line, inner);
      }
      const { text } = this.#next();
      if (name === undefined || labels > 2 || text !== "=" && text !== "{") {
        throw new SyntaxError(`Line ${line} is no argument and no block`);
      }
      yield inner;
      if (text === "{") yield* this.body("}", inner);
      else {
        this.#names = [];
        this.#value(inner);
        yield* this.#names;
      }
    }
  }

  /** Reads a value, up to the end of its line, a bracket or one of these. */
  #value(outer: HclName, ...ends: readonly string[]): void {
    const isEnd = () => this.#isAt(undefined, "\n", "}", ...ends);
    const isPartEnd = () => isEnd() || this.#isAt("?", ":");
    for (;; this.#next()) {
      const told = this.#names.length;
      const isWhole = this.#bracket(outer) && isPartEnd();
      // Else it is part of something, such as `{ a = 1 }.a`.
      while (!isPartEnd()) this.#skipPart();
      if (!isWhole || this.#isAt("?")) this.#names.length = told;
      if (isEnd()) return;
    }
  }

  /** Reads a list, an object or what stands in parentheses; false if not. */
  #bracket(outer: HclName): boolean {
    if (!this.#isAt("[", "{", "(")) return false;
    const { text } = this.#next();
    if (text === "(") {
      this.#value(outer, ")");
      this.#next();
      return true;
    }
    this.#skipLines();
    if (this.#isAt("for") && this.#tokenAt(1)?.name !== undefined) {
      this.#skipTo(text === "[" ? "]" : "}");
      return false;
    }
    if (text === "[") this.#elements(outer);
    else this.#keys(outer);
    return true;
  }

  #keys(outer: HclName): void {
    while (!this.#takes("}")) {
      const first = this.#token;
      const start = this.#at;
      while (!this.#isAt("=", ":")) this.#skipPart();
      const name = this.#at === start + 1 ? first?.name : undefined;
      const inner = new HclName(name, first?.line ?? 0, outer);
      this.#names.push(inner);
      this.#next();
      this.#skipLines();
      this.#value(inner, ",");
      if (this.#isAt(",")) this.#next();
    }
  }

  #elements(outer: HclName): void {
    for (let count = 0; !this.#takes("]"); count++) {
      const start = this.#at;
      this.#value(new HclName(count, outer.line, outer), ",", "]");
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
    if (end !== undefined) this.#skipTo(end);
  }

  /** Skips everything up to a bracket, and the bracket. */
  #skipTo(end: string): void {
    while (!this.#isAt(end)) this.#skipPart();
    this.#next();
  }

  get #token(): Token | undefined {
    return this.#tokenAt(0);
  }

  #tokenAt(place: number): Token | undefined {
    while (this.#ahead.length <= place) {
      const { value, done } = this.#source.next();
      if (done === true) return undefined;
      this.#ahead.push(value);
    }
    return this.#ahead[place];
  }

  #isAt(...texts: readonly (string | undefined)[]): boolean {
    return texts.includes(this.#token?.text);
  }

  #next(): Token {
    const token = this.#token;
    if (token === undefined) {
      throw new SyntaxError("The file ends too early");
    }
    this.#ahead.shift();
    this.#at++;
    return token;
  }

  /** Skips a text that comes next, after empty lines; true if it does. */
  #takes(text: string | undefined): boolean {
    this.#skipLines();
    if (!this.#isAt(text)) return false;
    if (text !== undefined) this.#next();
    return true;
  }

  #skipLines(): void {
    while (this.#isAt("\n")) this.#next();
  }
}
