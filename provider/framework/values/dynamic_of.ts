import { isNumberValue } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { ValueError } from "./errors.ts";
import { kindName } from "./conform.ts";
import type { JsonValue } from "./json_parser.ts";
import { Path } from "./path.ts";
import type { Type } from "./type.ts";
import { record, type Value } from "./value.ts";

/**
 * Makes a dynamic value of plain data, as Terraform's `jsondecode` does: arrays
 * become tuples, objects become objects. Null stays null, without a type.
 *
 * @throws {ValueError} if the data hold anything that JSON doesn't, such as
 * undefined or a function.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { dynamicOf } from "../mod.ts";
 *
 * const settings = dynamicOf({ name: "db", ports: [80, 443] });
 * assertEquals(settings?.type, ["object", {
 *   name: "string",
 *   ports: ["tuple", ["number", "number"]],
 * }]);
 * ```
 */
export function dynamicOf(data: JsonValue): Dynamic | null {
  if (data === null) return null;
  const { type, value } = typed(data, Path.root);
  return new Dynamic(type, value);
}

interface Typed {
  readonly type: Type;
  readonly value: Value;
}

function typed(data: unknown, path: Path): Typed {
  if (typeof data === "string") {
    return { type: "string", value: data };
  }
  if (typeof data === "boolean") {
    return { type: "bool", value: data };
  }
  if (isNumberValue(data)) {
    return { type: "number", value: data };
  }
  if (data === null) {
    return { type: "dynamic", value: null };
  }
  if (Array.isArray(data)) {
    const parts = data.map((part, i) => typed(part, path.index(i)));
    return {
      type: ["tuple", parts.map(({ type }) => type)],
      value: parts.map(({ value }) => value),
    };
  }
  if (typeof data === "object") return typedObject(data, path);
  throw new ValueError(
    `A dynamic value can't be made of ${kindName(data)}`,
    path,
  );
}

function typedObject(data: object, path: Path): Typed {
  const types: Record<string, Type> = Object.create(null);
  const object = record();
  for (const [name, part] of Object.entries(data)) {
    const { type, value } = typed(part, path.attribute(name));
    types[name] = type;
    object[name] = value;
  }
  return { type: ["object", types], value: object };
}
