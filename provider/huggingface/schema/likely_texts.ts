/**
 * Likely mistakes in a text of any attribute.
 *
 * @module
 */

import {
  type Attributes,
  type ConfigValidator,
  type Diagnostics,
  isUnknown,
  type NestedAttributes,
  Path,
} from "@hf-terraform/framework";
import { isRecord } from "./json.ts";

const token = /\bhf_[a-zA-Z0-9]{30,}\b/;
const tokenNames: readonly string[] = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"];

/** Warns of likely mistakes in the texts of any schema. */
export function likelyTexts(attributes: Attributes): ConfigValidator {
  return {
    description: "",
    validate(config, diagnostics) {
      const whole = { attributes, nesting: "single" } as const;
      warnOfTokens(config, Path.root, whole, diagnostics);
    },
  };
}

/** Warns of tokens in a value, but for what is sensitive or write-only. */
function warnOfTokens(
  value: unknown,
  path: Path,
  nested: NestedAttributes | undefined,
  diagnostics: Diagnostics,
): void {
  if (typeof value === "string" && isToken(value, path)) {
    diagnostics.addWarning(
      "Token where others can read it",
      `\`${path}\` seems to be an access token, and it is shown to all who see ` +
        "what it belongs to. Make it a secret, and revoke a token that was shown.",
      path,
    );
  }
  if (!isRecord(value) && !Array.isArray(value) || isUnknown(value)) return;
  const isObject = nested?.nesting === "single";
  for (const [name, one] of Object.entries(value)) {
    const attribute = isObject ? nested.attributes[name] : undefined;
    if (attribute?.sensitive || attribute?.writeOnly) continue;
    const at = Array.isArray(value)
      ? path.index(Number(name))
      : isObject
      ? path.attribute(name)
      : path.key(name);
    const inner = isObject
      ? attribute?.nested
      : nested && { ...nested, nesting: "single" as const };
    warnOfTokens(one, at, inner, diagnostics);
  }
}

function isToken(text: string, { last }: Path): boolean {
  return token.test(text) ||
    text !== "" && last?.kind === "key" && tokenNames.includes(last.key);
}
