/**
 * Likely mistakes in a text of any attribute.
 *
 * @module
 */

import {
  type Attribute,
  type Attributes,
  type ConfigValidator,
  type Diagnostics,
  isUnknown,
  Path,
} from "@hf-terraform/framework";
import { isRecord, type JsonRecord } from "./json.ts";

const token = /\bhf_[a-zA-Z0-9]{30,}\b/;
const tokenNames: readonly string[] = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"];

/** Warns of likely mistakes in the texts of any schema. */
export function likelyTexts(attributes: Attributes): ConfigValidator {
  return {
    description: "",
    validate(config, diagnostics) {
      for (const text of textsIn(attributes, config, Path.root)) {
        if (!text.isHidden && isToken(text)) warnOfToken(text.at, diagnostics);
      }
    },
  };
}

function warnOfToken(path: Path, diagnostics: Diagnostics): void {
  diagnostics.addWarning(
    "Token where others can read it",
    `\`${path}\` seems to be an access token, and it is shown to all who see ` +
      "what it belongs to. Make it a secret, and revoke a token that was shown.",
    path,
  );
}

/** A text of a configuration. */
interface Text {
  readonly at: Path;
  readonly text: string;
  /** Whether nobody is shown it. */
  readonly isHidden: boolean;
}

function* textsIn(
  attributes: Attributes,
  object: JsonRecord,
  path: Path,
): Generator<Text> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const { sensitive, writeOnly, nested } = attribute;
    const value = object[name] ?? null;
    if (isUnknown(value)) continue;
    const isHidden = sensitive || writeOnly;
    for (const [at, one] of membersOf(value, path.attribute(name), nested)) {
      if (typeof one === "string") yield { at, text: one, isHidden };
      else if (nested !== undefined && isRecord(one) && !isUnknown(one)) {
        yield* textsIn(nested.attributes, one, at);
      }
    }
  }
}

/** The elements of a collection, or the value alone, with where each stands. */
function membersOf(
  value: unknown,
  path: Path,
  nested: Attribute["nested"],
): readonly (readonly [Path, unknown])[] {
  if (Array.isArray(value)) {
    return value.map((one, i) => [path.index(i), one]);
  }
  return isRecord(value) && nested?.nesting !== "single"
    ? Object.entries(value).map(([key, one]) => [path.key(key), one])
    : [[path, value]];
}

function isToken({ at: { last }, text }: Text): boolean {
  return token.test(text) ||
    text !== "" && last?.kind === "key" && tokenNames.includes(last.key);
}
