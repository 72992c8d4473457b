/**
 * Bringing together what was planned and what the service answered.
 *
 * @module
 */

import { isUnknown } from "../../framework/mod.ts";
import { isRecord } from "./json.ts";
import { same } from "./same.ts";

/** What came of a plan. */
export interface Settled<S> {
  /** The state: what was planned, completed by what was answered. */
  readonly state: S;
  /** Where the service answered something else than was planned. */
  readonly differences: readonly Difference[];
}

/** A value that the service did not take over. */
export interface Difference {
  /** The attribute, such as `compute.instance_size`. */
  readonly path: string;
  /** What was planned. */
  readonly planned: unknown;
  /** What the service answered. */
  readonly actual: unknown;
}

/**
 * Completes a plan by what the service answered. Where the two contradict each
 * other, the state keeps the planned value, as Terraform demands; the next
 * read then shows what really is there as a change to be repaired.
 */
export function settle<S extends object>(
  plan: object,
  actual: S,
): Settled<S> {
  const differences: Difference[] = [];
  const state = merge(plan, actual, "", differences);
  // Every value is one of the plan or of the state, in the state's shape.
  return { state: state as S, differences };
}

function merge(
  planned: unknown,
  actual: unknown,
  path: string,
  differences: Difference[],
): unknown {
  if (isUnknown(planned)) return actual;
  if (isRecord(planned) && isRecord(actual)) {
    for (const name of Object.keys(actual)) {
      if (Object.hasOwn(planned, name)) continue;
      differences.push({
        path: below(path, name),
        planned: undefined,
        actual: actual[name],
      });
    }
    return Object.fromEntries(
      Object.entries(planned).map(([name, value]) => [
        name,
        merge(value, actual[name] ?? null, below(path, name), differences),
      ]),
    );
  }
  if (!same(planned, actual)) differences.push({ path, planned, actual });
  return known(planned);
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** The value without unknown parts, of which nothing was answered. */
function known(value: unknown): unknown {
  if (isUnknown(value)) return null;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, known(inner)]),
  );
}
