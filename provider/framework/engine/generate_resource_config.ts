import { absentBlock } from "../schema/pair.ts";
import type { Schema } from "../schema/schema.ts";
import {
  descend,
  runToCompletion,
  type Visitor,
  walkSchema,
} from "../schema/walk_schema.ts";
import { equalValues } from "../values/equal.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { defineOperation } from "./define_operation.ts";

/**
 * Makes a configuration of a state: what is required, and everything else that
 * may be configured and is not deprecated or equal to its default.
 */
export const generateResourceConfig = defineOperation<
  "typeName" | "state",
  "config"
>(
  "generate a",
  () => ({ config: null }),
  (operation, request) => {
    const { schema } = operation.find("resources");
    const state = operation.object(request.state, "state");
    return { config: configOf(schema, state) };
  },
);

/** The configuration that a state has, without what is a default or deprecated. */
export function configOf(schema: Schema, state: ValueObject): ValueObject {
  const visitor: Visitor<"state"> = {
    primary: "state",
    attribute(attribute, { values }) {
      const { default: standard, nested, type } = attribute;
      const { state: value } = values;
      const isWanted = attribute.required ||
        attribute.optional && attribute.deprecated === undefined;
      if (
        !isWanted || attribute.writeOnly || value === null ||
        attribute.timeouts !== undefined
      ) return null;
      if (nested !== undefined) {
        return descend(
          values,
          (config) =>
            attribute.computed && isEmptyObject(config) ? null : config,
        );
      }
      const isDefault = standard !== undefined &&
        equalValues(standard, value, type);
      return isDefault ? null : value;
    },
    block: (block, { values }) =>
      (block.deprecated === undefined || block.minItems > 0) &&
        block.timeouts === undefined
        ? descend(values)
        : absentBlock(block),
  };
  return runToCompletion(walkSchema(schema, { state }, visitor));
}

function isEmptyObject(value: Value): boolean {
  return isValueObject(value) &&
    Object.values(value).every((part) => part === null || isEmptyObject(part));
}
