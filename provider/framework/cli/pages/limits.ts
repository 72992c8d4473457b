/**
 * The limits of attributes and the effects of a change, for the pages: the
 * schema that the CLI prints says nothing of validators and bindings.
 *
 * @module
 */

import { type Entry, shownNames, tableOf } from "../../binding/mod.ts";
import type { Resource } from "../../define/resource.ts";

/** The parts of an attribute that are read. */
interface Described {
  readonly description: string;
  readonly validators: readonly { readonly description: string }[];
}

/** The effect of a change of each attribute, by its path; absent: an update. */
export function changesOf(
  resource: Resource,
  refusal: string | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    tableOf(resource.schema.attributes).flatMap((entry) => {
      const sentence = changeOf(entry, refusal);
      return sentence === undefined
        ? []
        : [[shownNames(entry).join("."), sentence]];
    }),
  );
}

/** The effect of a change of an attribute, in words; undefined: an update. */
function changeOf(
  { attribute, binding }: Entry,
  refusal: string | undefined,
): string | undefined {
  if (attribute.mode === "computed") return undefined;
  if (binding.change === "immutable") {
    return refusal === undefined
      ? "A change replaces it."
      : `A change replaces it, and is refused ${refusal}.`;
  }
  return binding.clear === "replace"
    ? "Removing it replaces the resource."
    : binding.clear === "refuse"
    ? "It cannot be removed."
    : undefined;
}

/** Validators without a sentence: relations, and what every reader expects. */
const unsaid =
  /^(only set|not set|set unless|the only one|(a collection in which each element is )?(text that is not empty|$))/;

/** The description of an attribute with what its validators allow. */
export function withAllowed({ description, validators }: Described): string {
  const sentences = validators
    .map((validator) => validator.description)
    .filter((text) => !unsaid.test(text) && !isSaid(text, description))
    .map(sentenceOf);
  return [description, ...sentences].join(" ");
}

/** The requirement of a validator, as a sentence. */
function sentenceOf(text: string): string {
  const [, size] = /^a collection of (.*)$/.exec(text) ?? [];
  if (size !== undefined) return `Must have ${size}.`;
  const [, each, demand] =
    /^a (?:map|collection) in which each (key|element|value) is (.*)$/s
      .exec(text) ?? [];
  return each === undefined
    ? `Must be ${text}.`
    : `Each ${each} must be ${demand}.`;
}

/** Whether a description names all values that a validator does. */
function isSaid(validator: string, description: string): boolean {
  if (description.includes(validator)) return true;
  const values = Array.from(
    validator.matchAll(/`([^`]+)`|\b(\d+)\b/g),
    ([, code, number]) => code ?? number ?? "",
  );
  return values.length > 0 &&
    values.every((value) =>
      /^\d+$/.test(value)
        ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(description)
        : description.includes(`\`${value}\``)
    );
}
