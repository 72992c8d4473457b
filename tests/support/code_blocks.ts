/**
 * Code out of Markdown, for tests that run what the documents show.
 *
 * @module
 */

/** The contents of all fenced blocks of one language, in their order. */
export function codeBlocks(markdown: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm");
  return Array.from(markdown.matchAll(fence), ([, code = ""]) => code);
}
