/**
 * States that were stored by another version, another resource or another
 * provider, read with the schema that they had.
 *
 * @module
 */

import type { State } from "../schema/model.ts";
import { modelOf } from "../schema/numbers.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { descend, runToCompletion, walkSchema } from "../schema/walk_schema.ts";
import { valueFromJson } from "../values/json.ts";
import type { JsonValueObject } from "../values/json_parser.ts";
import { isValueObject, type ValueObject } from "../values/value.ts";
import { failure } from "../diagnostics.ts";
import type { Awaitable } from "./context.ts";
import type { MoveContext, UpgradeContext } from "./resource.ts";

/**
 * The state in stored JSON: attributes that it lacks are null, blocks empty,
 * and what the schema has not is left out.
 *
 * @throws {ValueError} if a value is of another type than the schema says.
 */
export function storedState(
  schema: Schema,
  json: JsonValueObject,
): ValueObject {
  const state = valueFromJson(json, objectType(schema), {
    ignoreUnknownNames: true,
  });
  return isValueObject(state) ? state : {};
}

/** An upgrader of states of an older schema, which it is given typed. */
export function upgradeFrom<S extends Schema, T, D = unknown>(
  schema: S,
  upgrade: (state: State<S>, context: UpgradeContext<D>) => Awaitable<T>,
): (context: UpgradeContext<D>) => Awaitable<T> {
  return (context) => upgrade(stateIn(schema, context.rawState), context);
}

/** Source of a moved state. */
export interface MoveSource<S extends Schema> {
  /** The type of the other resource, such as `random_pet`. */
  readonly typeName: string;
  /** End of the address of its provider, such as `/random`; absent: any. */
  readonly provider?: string;
  /** The version of its schema; absent: any. */
  readonly version?: number;
  /** Its schema, or the part of it that is read. */
  readonly schema: S;
}

/**
 * A mover of the states of one resource type, which it is given typed. It
 * answers undefined about all others.
 */
export function moveFrom<S extends Schema, T, D = unknown, I = ValueObject>(
  source: MoveSource<S>,
  move: (state: State<S>, context: MoveContext<D, I>) => Awaitable<T>,
): (context: MoveContext<D, I>) => Awaitable<T | undefined> {
  const { typeName, provider, version, schema } = source;
  return (context) => {
    const isOther = context.sourceTypeName !== typeName ||
      !context.sourceProviderAddress.endsWith(provider ?? "") ||
      context.sourceSchemaVersion !== (version ?? context.sourceSchemaVersion);
    return isOther
      ? undefined
      : move(stateIn(schema, context.sourceState), context);
  };
}

function stateIn<S extends Schema>(schema: S, json: JsonValueObject): State<S> {
  const state = storedState(schema, json);
  runToCompletion(walkSchema<"value">(schema, { value: state }, {
    primary: "value",
    attribute({ required, writeOnly, nested }, { path, values }) {
      if (required && !writeOnly && values.value === null) {
        throw failure("Bad state", `The stored state has no ${path}.`, path);
      }
      return nested === undefined ? null : descend(values);
    },
    block: (_, { values }) => descend(values),
  }));
  // A decoded object has the attributes and types of its schema.
  return modelOf(schema, state) as State<S>;
}
