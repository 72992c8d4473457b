/**
 * Changes of attributes that an update makes, alone or together.
 *
 * @module
 */
import { assert } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import { isSame } from "../../../provider/framework/binding/table.ts";
import {
  deletedConfigOf,
  entriesOf,
  samplesOf,
} from "../../support/samples.ts";
import { withValue } from "../../support/resource_world.ts";
import { triples } from "./triples.ts";

/** The change of an attribute. */
export interface AttributeChange {
  readonly entry: Entry;
  readonly from: Value;
  readonly to: Value;
}

/** Attributes that are changed together. */
export type ChangeSet = readonly AttributeChange[];

/** The changes of all attributes that an update can make. */
export function changesOf(resource: Resource): readonly AttributeChange[] {
  return entriesOf(resource)
    .filter(({ binding, isParent }) =>
      !isParent && binding.change !== "immutable"
    )
    .flatMap((entry) => changesOfEntry(resource, entry));
}

/** The changes of an attribute: to another value, back, and from none. */
function changesOfEntry(
  { typeName }: Resource,
  entry: Entry,
): readonly AttributeChange[] {
  const { values, isNeeded } = samplesOf(typeName, entry);
  const name = `${typeName}.${entry.path}`;
  const [one, other] = triples[name] ?? values;
  const { attribute, binding } = entry;
  return [
    { entry, from: one, to: other },
    { entry, from: other, to: one },
    // What the service fills in is its own without a configuration.
    ...isNeeded || attribute.required || binding.hasServiceDefault
      ? []
      : [{ entry, from: attribute.default ?? null, to: one }],
  ].filter(({ from, to }) => !isSame(from, to, attribute));
}

/** The configuration before a change, and after it. */
export function configsOf(
  resource: Resource,
  [change, ...others]: ChangeSet,
): readonly [ValueObject, ValueObject] {
  assert(change);
  const { config } = samplesOf(resource.typeName, change.entry);
  const rest: ValueObject = { ...deletedConfigOf(resource), ...config };
  const of = (which: "from" | "to") =>
    [change, ...others].reduce((values, { entry, ...change }) => {
      const { names, binding: { version } } = entry;
      const value = change[which];
      const configured = value === null && names.length > 1
        ? values
        : withValue(values, names, value);
      return version === undefined || value === null ? configured : withValue(
        configured,
        [...names.slice(0, -1), version],
        which,
      );
    }, rest);
  return [of("from"), of("to")];
}
