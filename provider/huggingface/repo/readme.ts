import type { Diagnostics, Path } from "@hf-terraform/framework";

/** A front matter at the start of a README; its group holds the YAML. */
export const frontMatter =
  /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

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
  const { isMap, isScalar, parseDocument } = await import("yaml");
  // The library compares each key with all before it.
  const { contents, errors: [error] } = parseDocument(text, {
    uniqueKeys: false,
  });
  if (error !== undefined) return error.message.split(":\n")[0];
  if (!isMap(contents)) {
    return contents === null
      ? undefined
      : "It is not a list of names with values";
  }
  const names = contents.items.map(({ key }) =>
    isScalar(key) ? key.value : key
  );
  const double = names.find((name, i) => names.indexOf(name) < i);
  return double === undefined ? undefined : `\`${double}\` is in it twice`;
}
