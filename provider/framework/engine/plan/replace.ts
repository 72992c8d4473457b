import type { Resource } from "../../define/resource.ts";
import { changesAt } from "../../plan/changes_at.ts";
import { objectType } from "../../schema/schema.ts";
import { equalValues } from "../../values/equal.ts";
import { Path } from "../../values/path.ts";
import { compareText } from "../../values/type.ts";
import type { ValueObject } from "../../values/value.ts";
import { memberValue, partType } from "../../values/walk.ts";
import { addressablePath } from "../addressable.ts";
import { timeLimits } from "../signal.ts";

interface Replacement {
  readonly resource: Resource;
  readonly config: ValueObject;
  /** Null: the resource is created, and nothing replaced. */
  readonly prior: ValueObject | null;
  readonly planned: ValueObject;
  /** The paths that plan modifiers and `modifyPlan` named. */
  readonly paths: readonly Path[];
}

/**
 * The paths that do replace the resource: sorted, each once, and only where
 * the plan differs from the state. A path to a write-only attribute counts
 * always, as its change can't be seen. Without an update all changes count.
 */
export function replacingPaths(values: Replacement): readonly Path[] {
  const { schema, update } = values.resource;
  if (values.prior === null) return [];
  const paths = update === undefined
    ? [...values.paths, ...changedPaths(values)]
    : values.paths;
  const followed = paths.map((path) => addressablePath(schema, path));
  const byText = new Map(followed.map((path) => [path.toString(), path]));
  return [...byText]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, path]) => path)
    .filter((path) => changesAt(schema, values, path));
}

/**
 * The paths of all changed attributes and blocks, for a resource that can't be
 * changed in place. What the provider computes is named only if nothing else
 * changed. Time limits are no property of the object: they never replace it.
 */
function changedPaths(
  { resource: { schema }, config, prior, planned }: Replacement,
): readonly Path[] {
  const limits = timeLimits(schema)?.name;
  const changed = Object.keys(planned).filter((name) => {
    const type = partType(objectType(schema), name);
    return type !== undefined && name !== limits &&
      !equalValues(memberValue(prior, name), memberValue(planned, name), type);
  });
  const decided = changed.filter((name) => {
    const attribute = schema.attributes[name];
    return attribute?.computed !== true || attribute.default !== undefined ||
      memberValue(config, name) !== null;
  });
  return (decided.length > 0 ? decided : changed).map((name) =>
    Path.root.attribute(name)
  );
}
