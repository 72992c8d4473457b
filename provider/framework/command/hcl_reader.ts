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

/** A value as it is written: an object, a list, or undefined for all else. */
export type HclValue = {
  /** The arguments and blocks, or the keys. */
  readonly items: readonly HclItem[];
} | {
  /** The elements. */
  readonly elements: readonly HclValue[];
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
    "(?<blank>[ \\t\\r\\ufeff]+|/\\*[^]*?\\*/|(?:#|//)[^\\n]*)",
    `(?<heredoc><<-?(?<end>${word})\\r?\\n(?:[^]*?\\n)??[ \\t]*\\k<end>\\r?(?=\\n|$))`,
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
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const start = at;
    patterns.lastIndex = at;
    const found = patterns.exec(text);
    const [read = ""] = found ?? [];
    const { blank, heredoc, name } = found?.groups ?? {};
    at = read === '"' ? quotedEnd(text, at) : at + read.length;
    const quoted = text.slice(start + 1, at - 1);
    const isPlain = read === '"' && !/[\\]|[$%]\{/.test(quoted);
    if (closing.has(read)) depth++;
    else if ("}])".includes(read)) depth--;
    if (depth > MAX_DEPTH) {
      throw new SyntaxError(`Line ${line} is nested deeper than ${MAX_DEPTH}`);
    }
    if (blank === undefined) {
      tokens.push({
        text: heredoc === undefined ? read : '"',
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

const closing: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
  ["(", ")"],
]);

/**
 * Reads the arguments and blocks of a file.
 *
 * @throws {SyntaxError} If the text is not in Terraform's language.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readHcl } from "./hcl_reader.ts";
 *
 * const [block] = readHcl('resource "disk" "db" {\n  size = 10\n}\n');
 * assertEquals(block?.labels, ["disk", "db"]);
 * ```
 */
export function readHcl(text: string): readonly HclItem[] {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => tokens[at]?.text;
  const next = (): Token => {
    const token = tokens[at++];
    if (token !== undefined) return token;
    throw new SyntaxError("The file ends too early");
  };
  const skipLines = () => {
    while (peek() === "\n") at++;
  };
  /** Skips a text that comes next, after empty lines; true if it does. */
  const takes = (text: string | undefined) => {
    skipLines();
    if (peek() !== text) return false;
    at++;
    return true;
  };

  const body = (end: string | undefined): readonly HclItem[] => {
    const items: HclItem[] = [];
    while (!takes(end)) {
      const { name, line } = next();
      const labels: string[] = [];
      while (tokens[at]?.name !== undefined) labels.push(next().name ?? "");
      const { text } = next();
      if (name === undefined || text !== "=" && text !== "{") {
        throw new SyntaxError(`Line ${line} is no argument and no block`);
      }
      const value = text === "=" ? valueUpTo() : { items: body("}") };
      items.push({ name, labels, line, value });
    }
    return items;
  };

  /** A value, up to the end of its line, a bracket or one of these. */
  const valueUpTo = (...ends: readonly string[]): HclValue => {
    const isEnd = () => [undefined, "\n", "}", ...ends].includes(peek());
    const start = at;
    const isList = peek() === "[";
    if (isList || peek() === "{") {
      at++;
      skipLines();
      const isFor = peek() === "for" && tokens[at + 1]?.name !== undefined;
      const value = isFor
        ? undefined
        : isList
        ? { elements: elements() }
        : { items: keys() };
      if (value !== undefined && isEnd()) return value;
      // It is part of something, such as `{ a = 1 }.a`.
      at = start;
    }
    while (!isEnd()) skipPart();
    return undefined;
  };

  const keys = (): readonly HclItem[] => {
    const items: HclItem[] = [];
    while (!takes("}")) {
      const first = tokens[at];
      const start = at;
      while (peek() !== "=" && peek() !== ":") skipPart();
      const name = at === start + 1 ? first?.name : undefined;
      at++;
      skipLines();
      const value = valueUpTo(",");
      items.push({ name, labels: [], line: first?.line ?? 0, value });
      if (peek() === ",") at++;
    }
    return items;
  };

  const elements = (): readonly HclValue[] => {
    const items: HclValue[] = [];
    while (!takes("]")) {
      const start = at;
      items.push(valueUpTo(",", "]"));
      takes(",");
      if (at === start) skipPart();
    }
    return items;
  };

  /** Skips a token, with everything up to the bracket that closes it. */
  const skipPart = () => {
    const { text, line } = next();
    if ("}])".includes(text)) {
      throw new SyntaxError(`Line ${line} closes a bracket that is not open`);
    }
    const end = closing.get(text);
    while (end !== undefined && peek() !== end) skipPart();
    if (end !== undefined) at++;
  };

  return body(undefined);
}
