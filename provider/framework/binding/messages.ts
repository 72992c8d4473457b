import { type Diagnostics, DiagnosticsError } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import { hclText } from "../values/hcl.ts";
import type { ValueObject } from "../values/value.ts";
import type { CompletedPlan } from "./completed_plan.ts";
import type { DataAtRisk } from "./life.ts";
import { pathOf, type Table, valueNamed } from "./table.ts";

/**
 * The advice to those who mean it. Without `-refresh=false` Terraform plans what
 * is configured before a destroy, and ends with the same error.
 */
export const destroyFirst: string =
  "destroy the resource first (`terraform destroy -refresh=false " +
  "-target=ADDRESS`), then apply";

/** The error of what no update can clear. */
export function cannotRemove(
  names: readonly string[],
): readonly [string, string] {
  return [
    `${names.join(".")} cannot be removed`,
    "The API has no way to clear it. Put the attribute back, or set another " +
    "value.",
  ];
}

/** The warning of what nobody can see, and a state takes as it is configured. */
export function cannotSee(
  names: readonly string[],
  label: string,
): readonly [string, string] {
  return [
    `${names.join(".")} of ${label} is taken as it is configured`,
    "No response of the API shows it, and no update sends it alone. The " +
    "state comes from an import or from elsewhere, so nobody knows the value " +
    "that is there: what is configured goes into the state, and nothing " +
    "is sent. A replacement would set it.",
  ];
}

/** The error of a change that would destroy data. */
export function cannotChange(
  name: string,
  label: string,
  {
    description,
    consent = destroyFirst,
  }: DataAtRisk,
): readonly [string, string] {
  return [
    `${name} of ${label} cannot be changed`,
    `The API cannot change it, so ${label} would have to be deleted and ` +
    `created again. It holds ${description}: that would be gone. Undo the change; if ` +
    `it may be lost, ${consent}.`,
  ];
}

/** Refuses a replacement that would destroy data, or warns of it. */
export function sayLosses(
  requiresReplace: readonly Path[],
  label: string,
  atRisk: DataAtRisk,
  diagnostics: Diagnostics,
): void {
  for (const path of requiresReplace) {
    if (!atRisk.mayBeLost) {
      diagnostics.addError(...cannotChange(`${path}`, label, atRisk), path);
      continue;
    }
    diagnostics.addWarning(
      `A change of ${path} replaces ${label}`,
      "The API cannot change it, so it is deleted and created again. It " +
        `holds ${atRisk.description}: that will be gone, and nobody can undo it.`,
      path,
    );
  }
}

/** Warns of attributes that stay though the configuration has them no more. */
export function warnOfStaying(
  paths: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (paths.length === 0) return;
  diagnostics.addWarning(
    `${listPaths(paths)} ${paths.length === 1 ? "stays" : "stay"} as before`,
    "What the configuration does not have is not changed. To change it, give " +
      "it the value that it is to have.",
  );
}

/** Warns of what an apply may have set that never answered, and stays so. */
export function warnOfDoubted(
  paths: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (paths.length === 0) return;
  diagnostics.addWarning(
    `${listPaths(paths)} may still be set`,
    "A request has lost its response, or its apply was killed, and no response " +
      "shows what is set by now. It is not configured, so it stays. To remove " +
      "it, configure a value, apply, and take it out again.",
  );
}

/** Warns where the service returned something else than was planned. */
export function warnOfDifferences(
  { differences }: CompletedPlan,
  label: string,
  diagnostics: Diagnostics,
): void {
  const subject = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  for (const { names, planned, actual } of differences) {
    const name = names.join(".");
    diagnostics.addWarning(
      `The API returned a different value for ${name}`,
      (planned === undefined
        ? `${subject} was to have another \`${name}\` than the API returned. `
        : `${subject} was to have \`${name}\` = ${hclText(planned)}, ` +
          `but the API returned ${hclText(actual ?? null)}. `) +
        "If the API's value is right, and can be configured, write it into the " +
        "configuration.",
      pathOf(names),
    );
  }
}

/** Warns of what an update of an imported object would send without. */
export function warnOfHidden(
  table: Table,
  imported: ValueObject,
  label: string,
  diagnostics: Diagnostics,
): void {
  const hidden = table.filter(({ attribute, binding, isParent, names }) =>
    !isParent && binding.write !== undefined && binding.read === undefined &&
    !attribute.sensitive && !attribute.writeOnly &&
    valueNamed(imported, names.slice(0, -1)) !== null
  );
  if (hidden.length === 0) return;
  const paths = listPaths(hidden.map(({ path }) => path));
  diagnostics.addWarning(
    `Not all of ${label} can be read`,
    `The service does not show ${paths}, and an update sends the ` +
      "whole object. Write what it has of them into the configuration, or " +
      "the next update takes it away.",
  );
}

function listPaths(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(", ");
}

/** The sentence about a request whose response was lost. */
export const mayBeDone = "That response was lost, so it may have been done.";

/** An error of a request whose response was lost, which says so. */
export function withDoubt(error: unknown): unknown {
  const isSaid = error instanceof Error && error.message.includes(mayBeDone);
  if (!(error instanceof DiagnosticsError) || isSaid) return error;
  const all = error.diagnostics.map((one) => {
    // It would become part of a command.
    const gap = one.detail.includes("\n") ? "\n\n" : " ";
    return { ...one, detail: `${one.detail}${gap}${mayBeDone}` };
  });
  return new DiagnosticsError(all, { cause: error.cause });
}
