import type { Diagnostics, Path } from "@hf-terraform/framework";

/** A front matter at the start of a README; its group holds the YAML. */
export const frontMatter =
  /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Parses a front matter; the library would compare each key with all before. */
export async function parseFrontMatter(text: string) {
  const { parseDocument } = await import("yaml");
  return parseDocument(text, { uniqueKeys: false });
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
  const { contents, errors: [error] } = await parseFrontMatter(text);
  if (error !== undefined) return error.message.split(":\n")[0];
  if (contents === null) return undefined;
  if (!isMap(contents)) return "It is not a list of names with values";
  const seen = new Set<unknown>();
  const double = contents.items.map(({ key }) =>
    isScalar(key) ? key.value : key
  ).find((name) => seen.size === seen.add(name).size);
  return double === undefined ? undefined : `\`${double}\` is in it twice`;
}
