/**
 * Losses of an update, as its plan says them: what others have set or added,
 * and what no state shows.
 *
 * @module
 */

import {
  isUnknown,
  Path,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import { jsonAt, shownNames, tableOf } from "@hf-terraform/framework/binding";
import type { CheckedResource } from "./definition.ts";
import { isRecord } from "../schema/json.ts";
import { same } from "../schema/same.ts";
import { readNote, setByOthers } from "./notes.ts";
import type { CheckedPlan } from "./plan_check.ts";

/** Warns of what an update loses. */
export function warnOfUpdate<S extends Schema>(
  losing: CheckedResource<S>,
  prior: State<S>,
  plan: CheckedPlan<S>,
): void {
  warnOfUnknown(losing.schema, prior, plan);
  warnOfTheirs(losing, plan);
  warnOfEnded(losing, prior, plan);
  warnOfDeletedSecrets(losing, prior, plan);
}

/** Warns of an update whose plan cannot tell what goes of what others add to. */
function warnOfUnknown<S extends Schema>(
  { attributes }: S,
  prior: State<S>,
  { planned, diagnostics }: CheckedPlan<S>,
): void {
  for (const { names: [name = ""], binding } of tableOf(attributes)) {
    const held: unknown = Reflect.get(prior, name);
    const isHeld = Array.isArray(held) && held.length > 0;
    if (!binding.keepsOthers || !isHeld) continue;
    if (!isUnknown(Reflect.get(planned, name))) continue;
    diagnostics.addWarning(
      `The plan cannot tell what goes of \`${name}\``,
      "They are known only by the apply, which removes what is there now and " +
        "not among them, whoever has put it there. To see that in a plan, " +
        "apply first what they come from, with `-target`.",
      Path.root.attribute(name),
    );
  }
}

/** Warns of an update of what nobody configured and somebody else has set. */
function warnOfTheirs<S extends Schema>(
  { kind, idOf }: CheckedResource<S>,
  plan: CheckedPlan<S>,
): void {
  const told = readNote(plan, "unconfigured") ?? {};
  for (const path of setByOthers(plan)) {
    if ((valueAt(plan.planned, path) ?? null) === null) continue;
    plan.diagnostics.addWarning(
      `The update overwrites \`${path}\` of the ${kind} ${idOf(plan.planned)}`,
      `Nobody had configured it, and somebody else has set ${told[path]} ` +
        "there, which no state shows. To keep that, leave it out.",
      pathOf(path),
    );
  }
}

/** Warns of write-only values that an update deletes, which no state shows. */
function warnOfEnded<S extends Schema>(
  { schema: { attributes }, kind, idOf }: CheckedResource<S>,
  prior: State<S>,
  { planned, diagnostics }: CheckedPlan<S>,
): void {
  const table = tableOf(attributes);
  for (const entry of table) {
    const { path, binding: { version, write, change } } = entry;
    // By another route its own rules say what becomes of each part.
    if (version === undefined || change === "via") continue;
    const shown = shownNames(entry).join(".");
    const ends = valueAt(planned, shown) === null &&
      (valueAt(prior, shown) ?? null) !== null;
    const isReplaced = () =>
      table.some((twin) =>
        twin.binding.write === write && valueAt(planned, twin.path) !== null
      );
    if (!ends || isReplaced()) continue;
    diagnostics.addWarning(
      `The update deletes \`${path}\` of the ${kind} ${idOf(prior)}`,
      "It is not configured any more, and nobody can read back what it was. To " +
        `keep it, configure it and \`${version}\` as before.`,
      pathOf(shown),
    );
  }
}

/** Warns of secrets that were sent, and that the next request does not have. */
export function warnOfDeletedSecrets<S extends Schema>(
  { schema: { attributes }, kind, idOf }: CheckedResource<S>,
  prior: State<S>,
  { config, planned, requiresReplace, diagnostics, ...notes }: CheckedPlan<S>,
): void {
  const table = tableOf(attributes);
  const sent = readNote(notes, "secrets_sent") ?? [];
  for (const entry of table) {
    const { version, write, change, isWhole } = entry.binding;
    if (version === undefined || change === "via") continue;
    const twins = table.filter(({ binding }) => same(binding.write, write))
      .map(({ path }) => valueAt(config, path) ?? null);
    const isSent = requiresReplace.length > 0 || table.some((other) => {
      const { binding } = other;
      const shown = shownNames(other).join(".");
      return binding.write !== undefined && binding.change !== "via" &&
        (isWhole || same(binding.write, write)) &&
        !same(valueAt(prior, shown) ?? null, valueAt(planned, shown) ?? null);
    });
    const left = sent.filter((name) =>
      !twins.some((map) => isUnknown(map) || Object.hasOwn(Object(map), name))
    );
    if (!isSent || left.length === 0 || !twins.some(isRecord)) continue;
    diagnostics.addWarning(
      `Secrets of the ${kind} ${idOf(prior)} are deleted: ${left.join(", ")}`,
      "They are not configured any more, and nobody can read their values " +
        `back. To keep them, leave them in \`${entry.path}\`.`,
      pathOf(shownNames(entry).join(".")),
    );
  }
}

function pathOf(path: string): Path {
  return path.split(".").reduce((at, name) => at.attribute(name), Path.root);
}

/** The value at a path; undefined: there is no such object, null: it is left out. */
export function valueAt(values: unknown, path: string): unknown {
  const names = path.split(".");
  const name = names.pop() ?? "";
  return Reflect.get(Object(jsonAt(values, names)), name);
}
