import {
  isUnknown,
  Path,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import {
  changedSincePlan,
  jsonAt,
  pathOf,
  type PlanOrState,
  shownNames,
  type Table,
  tableOf,
  unconfiguredFields,
} from "@hf-terraform/framework/binding";
import type { CheckedResource } from "./definition.ts";
import { isRecord } from "../schema/json.ts";
import { same } from "../schema/same.ts";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";
import type { CheckedPlan } from "./plan_check.ts";

/** Warns of what an update loses: what others have set, and what no state shows. */
export function warnOfUpdate<S extends Schema>(
  losing: CheckedResource<S>,
  prior: State<S>,
  plan: CheckedPlan<S>,
): void {
  warnOfUnknown(losing.schema, prior, plan);
  warnOfTheirs(losing, plan);
  warnOfEnded(losing, prior, plan);
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
    const names = path.split(".");
    if ((valueAt(plan.planned, names) ?? null) === null) continue;
    plan.diagnostics.addWarning(
      `The update overwrites \`${path}\` of the ${kind} ${idOf(plan.planned)}`,
      `Nobody had configured it, and somebody else has set ${told[path]} ` +
        "there, which no state shows. To keep that, leave it out.",
      pathOf(names),
    );
  }
}

/** Warns of write-only values that the next request does not have any more. */
export function warnOfEnded<S extends Schema>(
  { schema: { attributes }, kind, idOf }: CheckedResource<S>,
  prior: State<S>,
  { config, planned, requiresReplace, diagnostics, ...notes }: CheckedPlan<S>,
): void {
  const table = tableOf(attributes);
  const isReplaced = requiresReplace.length > 0;
  const sent = readNote(notes, "secrets_sent") ?? [];
  for (const entry of table) {
    const { path, binding: { version, write, change, isWhole } } = entry;
    // By another route its own rules say what becomes of each part.
    if (version === undefined || change === "via") continue;
    const shown = shownNames(entry);
    const twins = table.filter(({ binding }) => same(binding.write, write));
    const given = twins.map(({ names }) => valueAt(config, names) ?? null);
    const ends = valueAt(planned, shown) === null &&
      (valueAt(prior, shown) ?? null) !== null &&
      given.every((value) => value === null);
    if (ends && !isReplaced) {
      diagnostics.addWarning(
        `The update deletes \`${path}\` of the ${kind} ${idOf(prior)}`,
        "It is not configured any more, and nobody can read back what it was. " +
          `To keep it, configure it and \`${version}\` as before.`,
        pathOf(shown),
      );
    }
    const isSent = isReplaced || table.some((other) => {
      const { binding } = other;
      const [before = null, after = null] = [prior, planned]
        .map((values) => valueAt(values, shownNames(other)));
      return binding.write !== undefined && binding.change !== "via" &&
        (isWhole || same(binding.write, write)) && !same(before, after);
    });
    const left = sent.filter((name) =>
      !given.some((map) => isUnknown(map) || Object.hasOwn(Object(map), name))
    );
    const last = twins[given.findIndex(isRecord)];
    if (!isSent || left.length === 0 || last === undefined) continue;
    diagnostics.addWarning(
      `Secrets of the ${kind} ${idOf(prior)} are deleted: ${left.join(", ")}`,
      "They are not configured any more, and nobody can read their values " +
        `back. To keep them, leave them in \`${last.path}\`.`,
      pathOf(shownNames(last)),
    );
  }
}

/** The value at a path; undefined: there is no such object, null: it is left out. */
export function valueAt(values: unknown, names: readonly string[]): unknown {
  const object = jsonAt(values, names.slice(0, -1));
  return Reflect.get(Object(object), names.at(-1) ?? "");
}

/** Notes what nobody configures: of the service, after a write, or of others. */
export function noteUnconfigured<S extends Schema>(
  table: Table,
  answer: object,
  values: PlanOrState<S>,
  notes: PrivateNotes,
  isWritten: boolean,
): void {
  const told = unconfiguredFields(table, answer, values);
  if (isWritten) {
    const theirs = setByOthers(notes);
    const own = Object.entries(told).filter(([path]) => !theirs.includes(path));
    keepNote(notes, "filled_in", Object.fromEntries(own));
  }
  keepNote(notes, "unconfigured", told);
}

/** Refuses to overwrite what nobody configured if it was set after the plan. */
export function assertAsTold<S extends Schema>(
  label: string,
  table: Table,
  { current = {}, prior, plan, ...notes }: PrivateNotes & {
    readonly current: object | undefined;
    readonly prior: PlanOrState<S>;
    readonly plan: PlanOrState<S>;
  },
): void {
  const told = readNote(notes, "unconfigured");
  const own = readNote(notes, "filled_in") ?? {};
  const [now = {}, left = {}] = [prior, plan]
    .map((known) => unconfiguredFields(table, current, known));
  const path = Object.keys(now).find((path) =>
    left[path] === undefined && ![told?.[path], own[path]].includes(now[path])
  );
  if (!told || !path) return;
  throw changedSincePlan(label, path.split("."));
}

/** The paths of what nobody configures, and somebody else has set. */
export function setByOthers(notes: PrivateNotes): readonly string[] {
  const own = readNote(notes, "filled_in") ?? {};
  const told = Object.entries(readNote(notes, "unconfigured") ?? {});
  return told.flatMap(([path, json]) => json === own[path] ? [] : path);
}
