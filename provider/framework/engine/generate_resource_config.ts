/**
 * Makes a configuration of a state, for an imported object.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Attribute } from "../schema/attribute.ts";
import type { AttributeHolder } from "../schema/schema.ts";
import { equalValues } from "../values/equal.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import { attributeOf } from "./object_type.ts";
import { addMissing, required, rootObject } from "./operation.ts";
import { absentBlock } from "./plan/build.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode generateResourceConfig}. */
export interface GenerateResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state. */
  readonly state: Value;
}

/** The response of {@linkcode generateResourceConfig}. */
export interface GenerateResourceConfigResponse {
  /** The configuration; null after an error. */
  readonly config: Value;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/**
 * Makes a configuration of a state: everything that may be configured and is
 * not deprecated or equal to its default.
 */
export function generateResourceConfig(
  server: ProviderServer,
  request: GenerateResourceConfigRequest,
  _call: EngineCall,
): Promise<GenerateResourceConfigResponse> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const resource = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  const state = rootObject(request.state);
  if (state === null) {
    addMissing(diagnostics, `generate a ${typeName}`, "state");
  }
  const config = resource === undefined || state === null
    ? null
    : configOf(resource.schema, state);
  return Promise.resolve({ config, diagnostics });
}

function configOf(holder: AttributeHolder, state: ValueObject): ValueObject {
  const config: MutableRecord = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    config[name] = attributeConfig(attribute, attributeOf(state, name));
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const value = attributeOf(state, name);
    config[name] = block.deprecated === undefined &&
        block.timeouts === undefined
      ? elementsConfig(block.nesting, block, value)
      : absentBlock(block);
  }
  return config;
}

function attributeConfig(attribute: Attribute, value: Value): Value {
  const { default: standard, nested, type } = attribute;
  const configurable = attribute.required || attribute.optional;
  if (
    !configurable || attribute.writeOnly || value === null ||
    attribute.deprecated !== undefined || attribute.timeouts !== undefined
  ) return null;
  if (nested !== undefined) {
    const config = elementsConfig(nested.nesting, nested, value);
    return attribute.computed && holdsNothing(config) ? null : config;
  }
  return standard !== undefined && equalValues(standard, value, type)
    ? null
    : value;
}

function elementsConfig(
  nesting: "single" | "group" | "list" | "set" | "map",
  holder: AttributeHolder,
  value: Value,
): Value {
  const one = (part: Value): Value =>
    isValueObject(part) ? configOf(holder, part) : part;
  if (nesting === "single" || nesting === "group") return one(value);
  if (isValueArray(value)) return value.map(one);
  return isValueObject(value)
    ? record(Object.entries(value).map(([key, part]) => [key, one(part)]))
    : value;
}

function holdsNothing(value: Value): boolean {
  return isValueObject(value) &&
    Object.values(value).every((part) => part === null || holdsNothing(part));
}
