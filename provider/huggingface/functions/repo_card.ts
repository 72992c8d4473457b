/**
 * Functions that read and render repository cards: the README.md of a
 * repository, whose front matter is YAML between two lines of `---`.
 *
 * @module
 */

import {
  ArgumentError,
  Decimal,
  defineFunction,
  type Dynamic,
  dynamicOf,
  parameter,
  type ProviderFunction,
  types,
  type Value,
} from "@hf-terraform/framework";

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

const cardDecode = defineFunction({
  name: "card_decode",
  summary: "The front matter and the text of a repository card",
  description:
    "Takes a README.md apart: `metadata` is its YAML front matter, null if " +
    "there is none, and `content` the Markdown behind it.",
  parameters: [parameter("card", types.string, "The README.md.")],
  returns: types.object({
    metadata: types.nullable(types.dynamic),
    content: types.string,
  }),
  async run([card]) {
    if (/^[^\s]+\.md$/i.test(card)) {
      throw new ArgumentError(
        0,
        `It is a path, not a card: write \`file("${card}")\`.`,
      );
    }
    const found = card.startsWith("---") ? frontMatter.exec(card) : null;
    if (found === null) return { metadata: null, content: card };
    const { read } = await import("./front_matter.ts");
    return {
      metadata: dynamicOf(read(found[1] ?? "")),
      content: card.slice(found[0].length).replace(/^\r?\n/, ""),
    };
  },
});

const cardEncode = defineFunction({
  name: "card_encode",
  summary: "A repository card of front matter and text",
  description:
    "Renders a README.md: the metadata as YAML front matter, in the order of " +
    "their names, and the Markdown behind it.",
  parameters: [
    parameter(
      "metadata",
      types.dynamic,
      'The front matter, such as `{ license = "mit" }`.',
    ),
    parameter("content", types.string, "The Markdown."),
  ],
  returns: types.string,
  async run([metadata, content]) {
    const data = plain(metadata.value);
    if (typeof data !== "object" || data === null || Array.isArray(data)) {
      throw new ArgumentError(
        0,
        "The front matter must be an object or a map.",
      );
    }
    const { write } = await import("./front_matter.ts");
    const yaml = Object.keys(data).length === 0 ? "" : write(data);
    return `---\n${yaml}---\n\n${content}`;
  },
});

/** A value as plain data. */
function plain(value: Value | Dynamic): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (Decimal.is(value)) {
    return /^-?\d+$/.test(value.text) ? BigInt(value.text) : Number(value.text);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, plain(part)]),
  );
}

/** The functions on repository cards. */
export const cardFunctions: readonly ProviderFunction[] = [
  cardDecode,
  cardEncode,
];
