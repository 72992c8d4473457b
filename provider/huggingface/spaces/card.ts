import { failure, Path } from "@hf-terraform/framework";
import { textOf } from "../object/remote_object.ts";
import { frontMatter, parseFrontMatter } from "../repo/readme.ts";

/** The settings of a Space in the README's front matter. */
export const cardKeys = [
  "title",
  "short_description",
  "license",
  "sdk_version",
] as const;

/** With more aliases a front matter is not changed. */
const MAX_ALIASES = 100;

export type CardKey = typeof cardKeys[number];
/** The front matter as the Hub tells it. */
export type Card = Readonly<Record<string, unknown>>;

/** More lines are no text of a card: the CLI would compare each with each. */
const MAX_LINES = 100;

/** The text of a value in the front matter; null: it is none. */
export function cardText(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === "object") {
    return null;
  }
  const text = String(value);
  return text.split("\n").length > MAX_LINES ? null : text;
}

export function cardOf(card: Card): Readonly<Record<CardKey, string | null>> {
  const texts = cardKeys.map((key) => [key, cardText(card[key])]);
  return Object.fromEntries(texts) as ReturnType<typeof cardOf>;
}

/** The README with other values in its front matter; the rest stays as is. */
export async function withCard(
  readme: string,
  changes: Readonly<Record<string, string>>,
): Promise<string> {
  const found = frontMatter.exec(readme);
  const body = found === null ? readme : readme.slice(found[0].length);
  let card = lines(found?.[1] ?? "");
  for (const [key, value] of Object.entries(changes)) {
    card = await withKey(card, key, value);
  }
  return `---\n${card}---\n${body}`;
}

/** Texts of a front matter; null: none, or too long; undefined: no such key. */
export async function cardTextsOf(
  readme: string,
): Promise<(key: string) => string | null | undefined> {
  const parsed = await parseFrontMatter(frontMatter.exec(readme)?.[1] ?? "");
  return (key) => {
    const value = parsed ? parsed.document.get(key) : null;
    return value === undefined ? undefined : cardText(value);
  };
}

/** The text in lines that all end. */
function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replace(/^\n+/, "")
    .replace(/([^\n])$/, "$1\n");
}

/** The front matter with one key changed, which no other key notices. */
async function withKey(
  card: string,
  key: string,
  value: string,
): Promise<string> {
  const { isMap, isNode, isScalar, Scalar, visit } = await import("yaml");
  const read = async (text: string) => {
    const parsed = await parseFrontMatter(text);
    if (parsed === undefined) throw new Error("It is too long or too deep");
    const { document, contents, fault } = parsed;
    if (fault !== undefined) throw new Error(fault);
    if (contents !== null && !isMap(contents) && card.trim() !== "") {
      throw new Error("It is no mapping");
    }
    let aliases = 0;
    visit(document, {
      Alias(_, __, path) {
        // The library searches all of the text for each, and what is made of
        // aliases of aliases has no bound.
        const isNested = path.some((one) => isNode(one) && "anchor" in one);
        if (isNested || ++aliases > MAX_ALIASES) {
          throw new Error("It has too many aliases");
        }
      },
      Pair(_, { key }) {
        // Such keys are written anew at each level, which takes for ever.
        if (!isScalar(key)) throw new Error("A key in it is no text");
      },
    });
    return {
      document,
      contents,
      data: new Map(Object.entries(document.toJS() ?? {})),
    };
  };
  try {
    const { document, contents, data } = await read(card);
    const wanted = JSON.stringify([...data.set(key, value)]);
    const holds = (text: string) =>
      read(text).then(({ data }) => JSON.stringify([...data]) === wanted)
        .catch(() => false);
    const pair = isMap(contents)
      ? contents.items.find((item) =>
        isScalar(item.key) && item.key.value === key
      )
      : undefined;
    // A text in double quotes of JSON is one of YAML too.
    const own = `${key}: ${JSON.stringify(value)}`;
    const [start = card.length] = isNode(pair?.key) ? pair.key.range ?? [] : [];
    const [, end = start] = isNode(pair?.value) ? pair.value.range ?? [] : [];
    const isLineEnd = pair === undefined || card[end - 1] === "\n";
    const edited = card.slice(0, start) + own + (isLineEnd ? "\n" : "") +
      card.slice(end);
    if (await holds(edited)) return edited;
    // Other forms of YAML are rewritten, with their comments.
    const text = new Scalar(value);
    text.type = "QUOTE_DOUBLE";
    document.set(document.createNode(key), text);
    const written = document.toString({ lineWidth: 0 });
    if (await holds(written)) return lines(written);
    throw new Error("It would not hold what it held");
  } catch (error) {
    throw failure(
      "The front matter of the README cannot be changed",
      `${textOf(error)}. It was left as it is, and so is ` +
        `\`${key}\`. Mend the README of the Space, then apply again.`,
      Path.root.attribute(key),
    );
  }
}
