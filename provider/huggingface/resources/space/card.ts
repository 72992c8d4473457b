/**
 * The card of a Space: the front matter of its README, changed key by key so
 * that everything else stays as it is.
 *
 * @module
 */

/** What the README's front matter holds of a Space. */
export const cardKeys = [
  "title",
  "short_description",
  "license",
  "sdk_version",
] as const;

/** A key of the front matter that has an attribute. */
export type CardKey = typeof cardKeys[number];
/** The front matter as the Hub tells it. */
export type Card = Readonly<Record<string, unknown>>;

/** The text of a value in the front matter; null: it is none. */
export function cardText(value: unknown): string | null {
  return value === null || value === undefined || typeof value === "object"
    ? null
    : String(value);
}

/** The texts in the front matter of the README. */
export function cardOf(card: Card): Readonly<Record<CardKey, string | null>> {
  return {
    title: cardText(card["title"]),
    short_description: cardText(card["short_description"]),
    license: cardText(card["license"]),
    sdk_version: cardText(card["sdk_version"]),
  };
}

/** Keys of the front matter with their texts; null takes a key out. */
export type CardChanges = Readonly<Record<string, string | null>>;

const front =
  /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** The README with other values in its front matter, which is made if absent. */
export function withCard(readme: string, changes: CardChanges): string {
  const found = front.exec(readme);
  const lines = (found?.[1] ?? "").split(/\r?\n/).filter((line, i, all) =>
    line !== "" || all.length > 1 && i > 0
  );
  const body = found === null ? readme : readme.slice(found[0].length);
  let changed = lines;
  for (const [key, value] of Object.entries(changes)) {
    changed = withKey(changed, key, value);
  }
  return `---\n${changed.map((line) => `${line}\n`).join("")}---\n${body}`;
}

/** Whether a README has a key in its front matter. */
export function hasCardKey(readme: string, key: string): boolean {
  const lines = (front.exec(readme)?.[1] ?? "").split(/\r?\n/);
  return lines.some((line) => keyOf(line) === key);
}

function withKey(
  lines: readonly string[],
  key: string,
  value: string | null,
): string[] {
  const start = lines.findIndex((line) => keyOf(line) === key);
  // A text in double quotes of JSON is one of YAML too.
  const own = value === null ? [] : [`${key}: ${JSON.stringify(value)}`];
  if (start === -1) return [...lines, ...own];
  let end = start + 1;
  // What belongs to the old value is indented, or a list at the same depth.
  while (end < lines.length && /^(\s+\S|-\s)/.test(lines[end] ?? "")) end++;
  return [...lines.slice(0, start), ...own, ...lines.slice(end)];
}

function keyOf(line: string): string | undefined {
  const [, quoted, plain] = /^(?:["']([^"']+)["']|([\w-]+))\s*:/.exec(line) ??
    [];
  return quoted ?? plain;
}
