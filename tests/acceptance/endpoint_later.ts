/**
 * Values that plans do not know.
 *
 * @module
 */
import type { Json, JsonObject } from "@hf-terraform/framework/testing";
import { isObject } from "./endpoint_support.ts";

/** Values that come from another resource, so that plans do not know them. */
export class Later {
  readonly #inputs: Record<string, Json> = {};

  /** An expression for a value that is not known before apply. */
  value(value: Json): string {
    const key = `k${Object.keys(this.#inputs).length}`;
    this.#inputs[key] = value;
    return `\${terraform_data.later.output.${key}}`;
  }

  /** An object all of whose leaves are not known before apply. */
  leaves(value: Json): Json {
    if (!isObject(value)) return this.value(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.leaves(inner)]),
    );
  }

  /** The resource that the values come from. */
  get resource(): JsonObject {
    return { terraform_data: { later: { input: this.#inputs } } };
  }
}

/** Reads the input of the resource that supplies the values. */
export function inputsOf(later: Later): Json {
  const data = later.resource.terraform_data;
  const made = isObject(data) ? data.later : null;
  return isObject(made) ? made.input ?? null : null;
}
