/**
 * Source files as text, for the checks of the gate.
 *
 * @module
 */
import { filesBelow } from "../provider/framework/system/files.ts";
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

/** A string, a template without its nested templates, or a comment. */
const token =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

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
  return text.replaceAll(
    token,
    (match) => match.startsWith("/") ? blank(match) : match,
  );
}

/** Blanks out comments and templates, which can hold code of other files. */
export function withoutTemplates(text: string): string {
  return text.replaceAll(
    token,
    (match) => /^[/`]/.test(match) ? blank(match) : match,
  );
}

/** Blanks out comments and strings, and keeps lines. */
export function codeOf(text: string): string {
  return text.replaceAll(token, blank);
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
  for (const { 0: match, index } of text.matchAll(token)) {
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

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
