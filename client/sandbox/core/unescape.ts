/** Escapes within each other, such as a URL in JSON that a log has in JSON. */
const MAX_LEVELS = 3;

const characters: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
}));

/** Kinds of escapes, each with what one of them means. */
const kinds: readonly (readonly [RegExp, (escape: string) => string])[] = [
  // URLs.
  [/(?:%[\da-f]{2})+/gi, (escape) => {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  }],
  // JSON and programming languages.
  [
    /\\(?:u[\da-fA-F]{4}|u\{0*[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[^])/g,
    (escape) =>
      escape.length === 2
        ? characters.get(escape.slice(1)) ?? escape.slice(1)
        : characterOf(`0x${escape.slice(2).replaceAll(/[{}]/g, "")}`),
  ],
  // HTML.
  [/&(?:#0*\d{1,7}|#x0*[\da-f]{1,6}|amp|lt|gt|quot|apos);?/gi, (escape) => {
    const name = escape.slice(1).replace(";", "").toLowerCase();
    return characters.get(name) ??
      characterOf(name.slice(1).replace("x", "0x"));
  }],
  // The line ends of base64.
  [/\r?\n(?<=[\w+/-]{16}\r?\n)[ \t]*(?=[\w+/=-])/g, () => ""],
];

function characterOf(code: string): string {
  return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : "";
}

/** Yields what a text is without one kind of escapes after the other. */
export function* unescapedTexts(
  text: string,
  levels: number = MAX_LEVELS,
): Generator<string> {
  if (levels === 0 || !/[%&\\\n]/.test(text)) return;
  for (const [pattern, meaningOf] of kinds) {
    const meant = text.replaceAll(pattern, meaningOf);
    if (meant === text) continue;
    yield meant;
    yield* unescapedTexts(meant, levels - 1);
  }
}
