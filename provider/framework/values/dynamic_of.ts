import { kindName } from "./conform.ts";
import { isNumberValue } from "./decimal.ts";
import { ValueError } from "./errors.ts";
import type { JsonValue } from "./json_parser.ts";
import type { Type } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  record,
  type Value,
} from "./value.ts";
import { inPart } from "./walk.ts";

/**
 * Makes a dynamic value of plain data, as Terraform's `jsondecode` does: arrays
 * become tuples, objects become objects. Null stays null, without a type.
 *
 * @throws {ValueError} if the data hold anything that JSON doesn't, such as
 * undefined, a function or themselves.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { dynamicOf } from "@hf-terraform/framework";
 *
 * const settings = dynamicOf({ name: "db", ports: [80, 443] });
 * assertEquals(settings?.type, ["object", {
 *   name: "string",
 *   ports: ["tuple", ["number", "number"]],
 * }]);
 * ```
 */
export function dynamicOf(data: JsonValue): Dynamic | null {
  return data === null ? null : typed(data, []);
}

function typed(value: Value, ancestors: readonly Value[]): Dynamic {
  if (Dynamic.is(value)) return value;
  if (ancestors.includes(value)) {
    throw new ValueError("A dynamic value can't hold itself");
  }
  const within = [...ancestors, value];
  const inside = (part: Value, step: string | number) =>
    inPart("dynamic", step, () => typed(part, within));
  if (isValueArray(value)) {
    const parts = value.map(inside);
    return new Dynamic(
      ["tuple", parts.map((part) => part.type)],
      parts.map((part) => part.value),
    );
  }
  if (isValueObject(value)) {
    const types: Record<string, Type> = Object.create(null);
    const object = record();
    for (const [name, part] of Object.entries(value)) {
      ({ type: types[name], value: object[name] } = inside(part, name));
    }
    return new Dynamic(["object", types], object);
  }
  return new Dynamic(primitiveType(value), value);
}

function primitiveType(value: Value): Type {
  if (value === null || isUnknown(value)) return "dynamic";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isNumberValue(value)) return "number";
  throw new ValueError(`A dynamic value can't be made of ${kindName(value)}`);
}
