/**
 * Source files as text, for the checks of the gate.
 *
 * @module
 */
import { filesBelow } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";

/** One breach of a rule. */
export interface Breach {
  /** The file, from the root of the checkout. */
  readonly file: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The rule and the code that breaks it. */
  readonly message: string;
}

/** A string, a template, a regular expression or a comment. */
export interface Token {
  readonly text: string;
  readonly index: number;
}

/** A string or a comment, where one begins. */
const plainToken =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;

/** A regular expression, where one begins; a class may hold a slash. */
const expressionToken = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** The code after which a slash begins an expression, and divides nothing. */
const beforeExpression =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|case|typeof|of|in))\s*$/;

/** Lists the TypeScript files of a folder, or the one file that is named. */
export async function sourceFiles(path: string): Promise<string[]> {
  if (path.endsWith(".ts")) return [path];
  return (await filesBelow(inRoot(path))).filter((name) => name.endsWith(".ts"))
    .map((name) => `${path}/${name}`);
}

/** Counts the line of an offset from 1. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** Blanks out comments and keeps lines; a `//` in a string is no comment. */
export function withoutComments(text: string): string {
  return blankOut(text, isComment);
}

/** Blanks out comments and templates, which can hold code of other files. */
export function withoutTemplates(text: string): string {
  return blankOut(
    text,
    (token) => isComment(token) || token.startsWith("`"),
  );
}

/** Blanks out comments, strings and expressions, and keeps lines. */
export function codeOf(text: string): string {
  return blankOut(text, () => true);
}

/** A docstring, the offset it begins at, and the source after it. */
export interface Docstring {
  /** The text, without the stars at the start of its lines. */
  readonly text: string;
  /** The offset in the file. */
  readonly index: number;
  /** The source between the docstring and the end of its declaration. */
  readonly declaration: string;
}

/** Finds the docstrings of a file. */
export function docstringsOf(text: string): Docstring[] {
  const found: Docstring[] = [];
  for (const { text: match, index } of tokensOf(text)) {
    if (!match.startsWith("/**")) continue;
    const after = text.slice(index + match.length);
    found.push({
      text: match.slice(3, -2).replaceAll(/^\s*\* ?/gm, "").trim(),
      index,
      declaration: /^[^;{]*/.exec(after)?.[0] ?? "",
    });
  }
  return found;
}

/** Lists the regular expressions of a file, those inside templates too. */
export function expressionsOf(text: string): Token[] {
  const found: Token[] = [];
  const take = (token: Token) => {
    if (/^\/[^/*]/.test(token.text)) found.push(token);
    if (token.text.startsWith("`")) templateEnd(text, token.index, take);
  };
  readCode(text, 0, take);
  return found;
}

/** Blanks out the tokens that a test selects. */
function blankOut(text: string, selects: (token: string) => boolean): string {
  let result = "";
  let end = 0;
  for (const token of tokensOf(text)) {
    result += text.slice(end, token.index);
    result += selects(token.text)
      ? token.text.replaceAll(/[^\n]/g, " ")
      : token.text;
    end = token.index + token.text.length;
  }
  return result + text.slice(end);
}

/** Lists the tokens of a file in order; a template is one, with its code. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  readCode(text, 0, (token) => tokens.push(token));
  return tokens;
}

/** Reads code up to the brace that closes it, or to the end of the file. */
function readCode(
  text: string,
  start: number,
  onToken: (token: Token) => void = () => {},
): number {
  let before = "";
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const end = tokenEnd(text, index, before);
    if (end > index) {
      const token = { text: text.slice(index, end), index };
      onToken(token);
      if (!isComment(token.text)) before = "_";
      index = end;
      continue;
    }
    const character = text[index];
    if (character === "{") depth++;
    if (character === "}" && depth-- === 0) return index;
    before = (before + character).trimStart().replace(/\s+$/, " ").slice(-12);
    index++;
  }
  return index;
}

/** Finds where a token ends that begins at an offset, or the offset itself. */
function tokenEnd(text: string, index: number, before: string): number {
  if (text[index] === "`") return templateEnd(text, index);
  plainToken.lastIndex = index;
  if (plainToken.test(text)) return plainToken.lastIndex;
  if (text[index] !== "/" || !beforeExpression.test(before)) return index;
  expressionToken.lastIndex = index;
  return expressionToken.test(text) ? expressionToken.lastIndex : index;
}

/** Finds where a template ends; its code may hold further templates. */
function templateEnd(
  text: string,
  start: number,
  onToken?: (token: Token) => void,
): number {
  let index = start + 1;
  while (index < text.length && text[index] !== "`") {
    if (text[index] === "\\") index += 2;
    else if (text.startsWith("${", index)) {
      index = readCode(text, index + 2, onToken) + 1;
    } else index++;
  }
  return index + 1;
}

function isComment(token: string): boolean {
  return token.startsWith("//") || token.startsWith("/*");
}
