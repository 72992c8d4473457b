/**
 * The order of the sections of a page, and its table of contents.
 *
 * @module
 */

/** The number of nested sections from which on a page lists them at its top. */
const MANY = 10;

/**
 * Puts the sections of nested arguments in order of their depth, so that what
 * few need stands behind what all read, and lists the sections of a long page
 * before its first one.
 */
export function withOrderedSections(page: string): string {
  const start = page.indexOf('<a id="nestedatt--');
  if (start < 0) return page;
  const found = page.indexOf("\n## ", start);
  const end = found < 0 ? page.length : found;
  const sections = page.slice(start, end).split(/^(?=<a id=)/m)
    .map((section) => ({ ...anchorOf(section), text: section.trim() }))
    .toSorted((a, b) => a.depth - b.depth);
  const ordered = page.slice(0, start) +
    sections.map(({ text }) => `${text}\n`).join("\n") + page.slice(end);
  if (sections.length < MANY) return ordered;
  const titles = Array.from(
    ordered.matchAll(/^## (.*)$/gm),
    ([, title = ""]) =>
      `[${title}](#${title.toLowerCase().replaceAll(" ", "-")})`,
  );
  const nested = sections.map(({ id, name }) => `[\`${name}\`](#${id})`);
  return ordered.replace(
    /^(?=## )/m,
    `On this page: ${titles.join(", ")}.\n\nArguments in arguments: ` +
      `${nested.join(", ")}.\n\n`,
  );
}

function anchorOf(section: string) {
  const [, id = ""] = /^<a id="([^"]*)"/.exec(section) ?? [];
  const steps = id.split("--").slice(1);
  return { id, name: steps.join("."), depth: steps.length };
}
