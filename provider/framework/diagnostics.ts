import { foldMessage } from "./secrets.ts";
import { shellLine } from "./shell.ts";
import type { Path } from "./values/path.ts";

/**
 * The reason of a diagnostic, and what to do next, in whole sentences: one
 * paragraph, or several.
 */
export type Detail = string | readonly Paragraph[];

/** Sentences, in one line whatever the values in them, or lines that stay so. */
export type Paragraph = string | PreformattedText;

/** A log or a command: lines that the CLI does not wrap, since all are indented. */
export type PreformattedText = {
  /** The lines, without an indentation. */
  readonly lines: string;
} | {
  /** The beginning of a line for a shell, which no secret changes. */
  readonly command: string;
  /** The values that end it, each of them one word. */
  readonly values: readonly string[];
};

/** One error or warning, shown by Terraform at the attribute it names. */
export interface Diagnostic {
  /** An error stops the operation; a warning is only shown. */
  readonly severity: "error" | "warning";
  /** The error or warning in a short line without a full stop. */
  readonly summary: string;
  /** The paragraphs of its {@linkcode Detail}, with empty lines between them. */
  readonly detail: string;
  /** The attribute to blame; absent when it is the whole block. */
  readonly path?: Path;
  /** The paragraphs that are commands, in which secrets are masked already. */
  readonly commands?: readonly string[];
}

/** The most warnings of a list: what a service says can bring any number. */
const MAX_WARNINGS = 1000;

/**
 * A list of diagnostics. Equal ones are kept once, and the first 1000 warnings,
 * with one that others are left out.
 */
export class Diagnostics {
  readonly #items: Diagnostic[] = [];
  #warnings = 0;
  /** Severity, texts and path of each, as one key. */
  readonly #known = new Set<string>();

  /** Makes a list of the given items. */
  constructor(items: Iterable<Diagnostic> = []) {
    for (const item of items) this.add(item);
  }

  /** The diagnostics, in the order in which they were added. */
  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  /** Whether an error is among them. */
  get hasErrors(): boolean {
    return this.#items.some((item) => item.severity === "error");
  }

  /** Adds a diagnostic, unless an equal one is there. */
  add(diagnostic: Diagnostic): void {
    const { severity, summary, detail, path } = diagnostic;
    if (severity === "warning" && this.#warnings > MAX_WARNINGS) return;
    const key = JSON.stringify([severity, summary, detail, `${path ?? ""}`]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (severity === "warning" && ++this.#warnings > MAX_WARNINGS) {
      this.#items.push(tooMany);
    } else this.#items.push(diagnostic);
  }

  /** Adds an error: what failed, then why and what to do next. */
  addError(summary: string, detail: Detail, path?: Path): void {
    this.add(diagnostic("error", summary, detail, path));
  }

  /** Adds a warning. */
  addWarning(summary: string, detail: Detail, path?: Path): void {
    this.add(diagnostic("warning", summary, detail, path));
  }

  /** Adds all diagnostics of another list. */
  append(others: Iterable<Diagnostic>): void {
    for (const other of others) this.add(other);
  }

  /** Iterates over the diagnostics. */
  [Symbol.iterator](): Iterator<Diagnostic> {
    return this.#items[Symbol.iterator]();
  }
}

/**
 * An error that carries diagnostics, for code that cannot go on. The framework
 * adds them to those of the operation.
 */
export class DiagnosticsError extends Error {
  /** The class's own name. */
  override readonly name = "DiagnosticsError";
  /** Diagnostics for the practitioner; at least one is an error. */
  readonly diagnostics: readonly Diagnostic[];

  /** Makes an error of one or more diagnostics. */
  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(
      diagnostics.map((item) => `${item.summary}: ${item.detail}`).join("\n"),
      options,
    );
    this.diagnostics = diagnostics;
  }
}

/**
 * Makes the exception of a single error diagnostic.
 *
 * @param options `cause`: what was caught; the log of the operation shows it.
 */
export function failure(
  summary: string,
  detail: Detail,
  path?: Path,
  options?: ErrorOptions,
): DiagnosticsError {
  const error = diagnostic("error", summary, detail, path);
  return new DiagnosticsError([error], options);
}

/** The text with a full stop, unless it ends like a sentence already. */
export function ensureFullStop(text: string): string {
  return text.trimEnd().replace(/(?<![.!?…])$/, ".");
}

/** Makes a diagnostic whose values begin no line. */
export function diagnostic(
  severity: Diagnostic["severity"],
  title: string,
  told: Detail,
  path?: Path,
): Diagnostic {
  const [summary, detail] = [foldMessage(title), textOf(told)];
  const commands = paragraphsOf(told).flatMap((part) =>
    typeof part === "object" && "command" in part ? textOf([part]) : []
  );
  return {
    ...{ severity, summary, detail },
    ...path && { path },
    ...commands.length > 0 && { commands },
  };
}

function paragraphsOf(told: Detail): readonly Paragraph[] {
  return typeof told === "string" ? [told] : told;
}

/** The text of paragraphs, which alone begin lines in it. */
export function textOf(told: Detail): string {
  return paragraphsOf(told).map((part) =>
    typeof part === "string" ? foldMessage(part) : indent(
      "lines" in part
        ? part.lines
        : `${part.command} ${shellLine(...part.values)}`,
    )
  ).join("\n\n");
}

/** Indents the first line, which may be empty, and each one that is not. */
function indent(lines: string): string {
  return `  ${lines.replaceAll(/\n(?!\n|$)/g, "\n  ")}`;
}

const tooMany: Diagnostic = {
  severity: "warning",
  summary: "Further warnings are left out",
  detail: `There are more than ${MAX_WARNINGS}. See to these first.`,
};
