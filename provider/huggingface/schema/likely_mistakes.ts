/**
 * Values that the services take and that are hardly meant, where they cost
 * money, stop what they are for, or show a secret.
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
  type Validator,
} from "@hf-terraform/framework";
import { isRecord } from "./json.ts";

/** Warns of values that are hardly meant. */
function unlikely<T>(
  is: (value: T) => boolean,
  summary: string,
  detail: (value: T, path: Path) => string,
): Validator<T> {
  return {
    description: "",
    validate(value, { path, diagnostics }) {
      if (!is(value)) return;
      diagnostics.addWarning(summary, detail(value, path), path);
    },
  };
}

/** A command whose program is an empty text, as of a variable without a value. */
export const namesProgram: Validator<readonly unknown[]> = {
  description: "",
  acceptsUnknownParts: true,
  validate([program], { path, diagnostics }) {
    if (program !== "") return;
    const at = path.index(0);
    diagnostics.addError(
      "Command without a program",
      `\`${at}\` names the program that the container runs, but it is ` +
        "an empty text. If it comes from a variable, give that a value.",
      at,
    );
  },
};

/** A command line in one text, which no shell takes apart. */
export const wordByWord: Validator<readonly unknown[]> = unlikely(
  ([program, ...more]) =>
    typeof program === "string" && /\S\s+\S/.test(program) &&
    more.length === 0,
  "Command in one text",
  ([program], path) =>
    `\`${path}\` names one program, "${program}", with blanks in its name: no ` +
    'shell takes it apart. Write a text for each word, such as `["python", ' +
    '"train.py"]`.',
);

/** A URL of requests on whose way others read along. */
export const secureUrl: Validator<string> = unlikely(
  (text) => /^http:/i.test(text),
  "Requests are not encrypted",
  (_, path) =>
    `\`${path}\` begins with \`http://\`: whoever is on the way reads the ` +
    "requests, the secret included. Use `https://`.",
);

/** Percent that were written as a part of one, so that it scales at any load. */
export const wholePercent: Validator<number> = unlikely(
  (value) => value > 0 && value < 1,
  "Less than one percent",
  (value, path) => `\`${path}\` is ${value} percent. Write 80 for 80 percent.`,
);

/** Cents that were meant as dollars: the limit would end what it is for. */
export const wholeDollars: Validator<number> = unlikely(
  (value) => value > 0 && value < 100,
  "Less than a dollar",
  (value, path) =>
    `\`${path}\` is ${value} US cents. Write ${100 * value} for $${value}.`,
);

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
  const isNamed = path.last?.kind === "key" &&
    tokenNames.includes(path.last.key);
  if (typeof value === "string" && value && (isNamed || token.test(value))) {
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
