import { type Diagnostics, failure } from "../diagnostics.ts";
import { isValueObject, type ValueObject } from "../values/value.ts";
import {
  isChanged,
  type ObjectRules,
  shownNames,
  type Transition,
} from "./life.ts";
import { cannotChange, cannotRemove, cannotSee } from "./messages.ts";
import { isMasked } from "./notes.ts";
import { type ChangeContext, outcomeOf } from "./outcome.ts";
import { isTwin, type UpdateInput } from "./request.ts";
import {
  type Entry,
  isLocal,
  isWithin,
  pathOf,
  type Table,
  valueNamed,
} from "./table.ts";

/** Tests whether the service may hear of a change of an attribute. */
export function isHeard(
  { attribute, binding, names }: Entry,
  table: Table,
): boolean {
  if (attribute.writeOnly || attribute.mode === "computed") return false;
  return !isLocal(binding) ||
    table.some(({ binding: { version }, names: twin }) =>
      version !== undefined && isWithin(names, [...twin.slice(0, -1), version])
    );
}

/** Tests whether the service hears of a change of an attribute. */
export function isHeardNow(
  entry: Entry,
  transition: Transition,
  context: ChangeContext,
): boolean {
  const outcome = outcomeOf(entry, transition, context);
  return outcome !== undefined && outcome !== "adopted";
}

/** Says what no update can send of a plan that does not replace the object. */
export function sayUnsendable(
  context: ChangeContext,
  { label }: Pick<ObjectRules, "label">,
  transition: Transition,
  diagnostics: Diagnostics,
): void {
  for (const entry of context.table) {
    const outcome = outcomeOf(entry, transition, context);
    const names = shownNames(entry);
    const path = pathOf(names);
    if (outcome === "refused") {
      diagnostics.addError(...cannotRemove(names), path);
    } else if (outcome === "adopted") {
      diagnostics.addWarning(
        ...cannotSee(names, label(transition.prior)),
        path,
      );
    }
  }
}

/**
 * Refuses an update of what only a replacement could change: a plan that did
 * not know the value could not say so.
 *
 * @throws {DiagnosticsError} For the first attribute of that kind.
 */
export function assertSendable(
  context: ChangeContext,
  rules: ObjectRules,
  transition: Transition,
): void {
  const { prior } = transition;
  const atRisk = rules.dataAtRisk?.(prior);
  for (const entry of context.table) {
    const outcome = outcomeOf(entry, transition, context);
    const names = shownNames(entry);
    const error = outcome === "refused"
      ? cannotRemove(names)
      : outcome === "replaced" && atRisk !== undefined
      ? cannotChange(names.join("."), rules.label(prior), atRisk)
      : undefined;
    if (error !== undefined) throw failure(...error, pathOf(names));
  }
}

/**
 * Refuses keys that move from another map into a write-only one of which an
 * update sends nothing: they would be deleted.
 *
 * @throws {DiagnosticsError} For the first of them.
 */
export function assertKeysSent(table: Table, change: UpdateInput): void {
  for (const entry of table) {
    const { binding: { besides = [], isWhole, ...binding }, names } = entry;
    const isSent = (other: Entry) =>
      isTwin(entry, other) &&
      (other === entry || binding.change === undefined) &&
      isChanged(other, change);
    const keys = valueNamed(change.config, names);
    if (isWhole || !isValueObject(keys) || table.some(isSent)) continue;
    for (const name of besides) {
      const from = [...names.slice(0, -1), name];
      const before = Object(valueNamed(change.prior, from));
      const key = Object.keys(keys).find((one) => Object.hasOwn(before, one));
      if (key === undefined) continue;
      const version = pathOf(shownNames(entry));
      throw failure(
        "Write-only key needs another version",
        `\`${key}\` moves from \`${
          pathOf(from)
        }\` to \`${entry.path}\`, whose ` +
          `values are sent only when \`${version}\` changes. Change ` +
          `\`${version}\`, too.`,
        pathOf(names).key(key),
      );
    }
  }
}

/**
 * Refuses a request that would send what a state shows in place of a text that
 * it must not show, as a configuration has it that was generated from the state.
 *
 * @throws {DiagnosticsError} For the first attribute that has such a text.
 */
export function assertUnmasked(
  { table, privateState }: ChangeContext,
  { label }: Pick<ObjectRules, "label">,
  plan: ValueObject,
): void {
  const masked = table.find(({ attribute, names }) =>
    attribute.mode !== "computed" &&
    isMasked(valueNamed(plan, names), privateState)
  );
  if (masked === undefined) return;
  throw failure(
    `The state does not show all of ${label(plan)}`,
    `\`${masked.path}\` has \`***\` or U+FFFD for what no state shows, a ` +
      "secret or a character that steers terminals, and would be sent so. " +
      "Nothing was sent. Configure the whole value, a secret by a variable.",
    pathOf(masked.names),
  );
}
