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

/** Warns of values that are hardly meant, where they cost money or show a secret. */
function unlikely<T>(
  is: (value: T) => boolean,
  summary: string,
  detail: (value: T) => string,
): Validator<T> {
  return {
    description: "",
    validate(value, { path, diagnostics }) {
      if (!is(value)) return;
      diagnostics.addWarning(summary, `\`${path}\` ${detail(value)}`, path);
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

/** A file of llama.cpp, which reads GGUF alone, and parts from the first on. */
export const ggufFile: Validator<string> = unlikely(
  (path) => !/(?<!-(?!00001-)\d{5}-of-\d{5})\.gguf$/i.test(path),
  "File that llama.cpp cannot load",
  () => "is no GGUF file, or no first part: the endpoint would cost and fail.",
);

/** A URL of requests on whose way others read along. */
export const secureUrl: Validator<string> = unlikely(
  (text) => /^http:/i.test(text),
  "Requests are not encrypted",
  () =>
    "begins with `http://`: all on the way read the requests, and the secret " +
    "if there is one. Use `https://`.",
);

/** A measure of hardly any load, as of percent that were written as a part of one. */
export const someLoad: Validator<number> = unlikely(
  (value) => value >= 0 && value < 1,
  "Scales at any load",
  (value) =>
    `is ${value}: with hardly any load there are as many replicas as ` +
    "`max_replica` allows. A usage is in percent: 80, not 0.8.",
);

/** Minutes that were written as seconds, so that it lasts for a day. */
export const inMinutes: Validator<number> = unlikely(
  (value) => value > 0 && value % 900 === 0,
  "Many hours",
  (value) => `is ${value} minutes. For seconds write ${value / 60}.`,
);

/** Seconds that were written as milliseconds, so that it lasts for weeks. */
export const inSeconds: Validator<number> = unlikely(
  (value) => value > 0 && value % 300_000 === 0,
  "Many days",
  (value) => `is ${value} seconds. For milliseconds write ${value / 1000}.`,
);

/** A schedule whose minute was forgotten, so that it runs in each of them. */
export const namesMinute: Validator<string> = unlikely(
  (schedule) => /^\*(?:\/1)?\s/.test(schedule),
  "A run every minute",
  () =>
    "begins with `*`, every minute, and each run is billed. Write one, such as `0`.",
);

const token =
  /\b(?:hf_[a-zA-Z0-9]{30,}\b|sk-[\w-]{20}|gh[pousr]_\w{30}|github_pat_\w{30}|AKIA[A-Z0-9]{16}\b|xox[abp]-[\w-]{20})/;
const tokenName = /^(HF|HUGGING_FACE_HUB)_TOKEN$|_(API|ACCESS)_KEY$|_PASSWORD$/;

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
  const isNamed = path.last?.kind === "key" && tokenName.test(path.last.key);
  if (typeof value === "string" && value && (isNamed || token.test(value))) {
    diagnostics.addWarning(
      "Token where others can read it",
      `\`${path}\` seems to be a secret, and it is shown to all who see ` +
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
