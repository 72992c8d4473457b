import type { Diagnostics, Path } from "@hf-terraform/framework";
import { quoteWords } from "../object/errors.ts";

/** A front matter at the start of a README; its group holds the YAML. */
export const frontMatter =
  /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** A longer front matter is not parsed: all else would stand still meanwhile. */
const MAX_LENGTH = 64 * 1024;

/** Parses a front matter, and tells its fault; undefined: too long or deep. */
export async function parseFrontMatter(text: string) {
  if (text.length > MAX_LENGTH) return undefined;
  const { parseDocument } = await import("yaml");
  // The library would compare each key with all before, draw each error, and
  // tell of keys past all that masks.
  const options = {
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  } as const;
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parseDocument(text, options);
  } catch {
    return undefined;
  }
  const { errors: [error], contents } = document;
  if (error === undefined) return { document, contents, fault: undefined };
  const lines = text.slice(0, error.pos[0]).split("\n");
  const column = (lines.at(-1) ?? "").length + 1;
  const fault = `${error.message} at line ${lines.length}, column ${column}`;
  return { document, contents, fault };
}

/** Refuses a README that the Hub would refuse when it is committed. */
export async function refuseInvalidReadme(
  readme: unknown,
  at: Path,
  diagnostics: Diagnostics,
): Promise<void> {
  if (typeof readme !== "string") return;
  const text = frontMatter.exec(readme)?.[1] ?? "";
  const fault = await faultOf(text);
  if (fault === undefined) return;
  diagnostics.addError(
    "The front matter of README.md is invalid",
    `${fault}. The Hub refuses a commit with it. What stands between the two ` +
      "lines of `---` must be YAML, with a name and a value on each line; put " +
      "a text that has `: ` in it in quotes. `yamlencode` writes it from values.",
    at,
  );
}

async function faultOf(text: string): Promise<string | undefined> {
  if (text.trim() === "") return undefined;
  const { isMap, isScalar } = await import("yaml");
  const { contents = null, fault } = await parseFrontMatter(text) ?? {};
  if (fault !== undefined || contents === null) return fault;
  if (!isMap(contents)) return "It is not a list of names with values";
  const seen = new Set<unknown>();
  const double = contents.items.map(({ key }) =>
    isScalar(key) ? key.value : key
  ).find((name) => seen.size === seen.add(name).size);
  if (double === undefined) return undefined;
  return `${quoteWords(String(double))} is in it twice`;
}
