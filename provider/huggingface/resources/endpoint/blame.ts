/**
 * Which attribute the service complains of.
 *
 * @module
 */

import { Path } from "../../../framework/mod.ts";
import { isApiError } from "../../../../mod.ts";
import { engineKeys } from "./images.ts";

const words: readonly (readonly [RegExp, string])[] = [
  [/^instance compute|^quota exceeded/i, "compute.instance_type"],
  [/repository .* not found/i, "model.repository"],
];

/** The attribute that an error names; undefined if it names none. */
export function blame(error: unknown): Path | undefined {
  if (!isApiError(error) || (error.status !== 400 && error.status !== 422)) {
    return undefined;
  }
  const named = /^([a-zA-Z]+(?:\.[a-zA-Z]+)*)(?=[:\s])/.exec(error.reason)?.[1];
  const text = words.find(([pattern]) => pattern.test(error.reason))?.[1] ??
    named;
  return text === undefined ? undefined : toPath(text.split("."));
}

const roots: ReadonlySet<string> = new Set([
  "name",
  "type",
  "compute",
  "model",
  "tags",
  "route",
  "privateService",
  "experimentalFeatures",
]);

function toPath(names: readonly string[]): Path | undefined {
  if (!roots.has(names[0] ?? "")) return undefined;
  let path = Path.root;
  for (const name of names) path = path.attribute(attributeName(name));
  return path;
}

function attributeName(name: string): string {
  const engine = Object.entries(engineKeys).find(([, key]) => key === name);
  return engine?.[0] ??
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
