/**
 * Code out of Markdown, for tests that run what the documents show.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/**
 * The contents of all fenced blocks of one language, in their order.
 *
 * @param language The words after the fence, as a regular expression.
 */
export function codeBlocks(markdown: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm");
  return Array.from(markdown.matchAll(fence), ([, code = ""]) => code);
}

/**
 * One change that a page shows: a new file, a diff of one, or lines at the end
 * of a page.
 */
export interface PageChange {
  /** The file that the sentence before it names. */
  readonly path: string;
  /** The language of the block; `diff`: a diff, `md`: lines at the end. */
  readonly kind: string;
  /** The block. */
  readonly text: string;
}

/** All changes that a page shows, each after the line `In FILE:`. */
export function changes(markdown: string): PageChange[] {
  const shown = /^In `([^`]+)`:\n\n```(\w+)\n([\s\S]*?)^```/gm;
  return Array.from(
    markdown.matchAll(shown),
    ([, path = "", kind = "", text = ""]) => ({ path, kind, text }),
  );
}

/** A file's text with a change made to it. */
export function applyPageChange(
  before: string,
  { kind, text }: Pick<PageChange, "kind" | "text">,
): string {
  if (kind === "diff") return applyDiff(before, text);
  return kind === "md" ? before + text : text;
}

/** A text with a diff made to it, whose hunks are parted by `@@`. */
function applyDiff(text: string, diff: string): string {
  let result = text;
  for (const hunk of diff.split("@@\n")) {
    const lines = hunk.split("\n").filter((line) => line !== "");
    const side = (other: string) =>
      lines.filter((line) => !line.startsWith(other))
        .map((line) => `${line.slice(1)}\n`).join("");
    const [before, after] = [side("+"), side("-")];
    assertEquals(result.split(before).length, 2, `not there once:\n${before}`);
    result = result.replace(before, () => after);
  }
  return result;
}
