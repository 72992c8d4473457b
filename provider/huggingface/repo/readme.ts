/**
 * The front matter of a README, which the Hub refuses if it cannot read it.
 *
 * @module
 */

import {
  type Diagnostics,
  didYouMean,
  isUnknown,
  type Path,
  type Unknown,
} from "@hf-terraform/framework";

import { isRecord } from "../schema/json.ts";
import { licenses } from "../schema/known_values.ts";

/** A front matter at the start of a README; its group holds the YAML. */
export const frontMatter =
  /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Refuses a README that the Hub would refuse when it is committed. */
export async function refuseInvalidReadme(
  readme: string | Unknown | null | undefined,
  at: Path,
  diagnostics: Diagnostics,
): Promise<void> {
  if (typeof readme !== "string" || isUnknown(readme)) return;
  const text = frontMatter.exec(readme)?.[1] ?? "";
  const fault = await faultOf(text);
  if (fault === undefined) {
    // The library is loaded for what can be wrong only.
    if (/\blicense\b/.test(text)) await warnOfLicense(text, at, diagnostics);
    return;
  }
  diagnostics.addError(
    "The front matter of README.md is invalid",
    `${fault}. The Hub refuses a commit with it. What stands between the two ` +
      "lines of `---` must be YAML, with a name and a value on each line; put " +
      "a text that has `: ` in it in quotes. `yamlencode` writes it from values.",
    at,
  );
}

async function warnOfLicense(
  text: string,
  at: Path,
  diagnostics: Diagnostics,
): Promise<void> {
  const { parse } = await import("yaml");
  const card: unknown = parse(text, { uniqueKeys: false });
  for (const one of isRecord(card) ? [card["license"]].flat() : []) {
    if (typeof one !== "string" || licenses.includes(one)) continue;
    diagnostics.addWarning(
      "Unrecognized license in the front matter of README.md",
      `This version of the provider does not know the license "${one}".` +
        `${didYouMean(one, licenses)} It is sent as it is, and the Hub may ` +
        "refuse it.",
      at,
    );
  }
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
