/**
 * Protection by `on_destroy`: a replacement is refused where the state or the
 * configuration has a setting by which a destroy leaves the object.
 *
 * @module
 */

import {
  type Diagnostics,
  isUnknown,
  Path,
  type Schema,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import type { NamedResource } from "./derived_id.ts";

/** The settings of an object before or after a replacement. */
export interface DestroySettings {
  readonly id?: unknown;
  /** The setting by which a destroy deletes, hides or leaves it. */
  readonly on_destroy?: unknown;
}

/** Refuses a replacement of what the state or the configuration protects. */
export function refuseProtected(
  { kind, idOf }: Pick<NamedResource<Schema>, "kind" | "idOf">,
  before: DestroySettings,
  after: DestroySettings,
  { diagnostics }: { readonly diagnostics: Diagnostics },
): void {
  const what = `The ${kind} ${idOf(before)}`;
  const at = Path.root.attribute("on_destroy");
  const isSame = isUnknown(after.id) || after.id === before.id;
  const [had, has] = [before, after].map(({ on_destroy: value }) =>
    isUnknown(value) ? "not known yet" : `\`${value}\``
  );
  if (isSame && ["keep", "make_private"].includes(`${before.on_destroy}`)) {
    diagnostics.addError(
      `${what} cannot be replaced: its destroy leaves it`,
      `\`on_destroy\` is ${had} in the state, so it stays where it is, and the ` +
        "create of another one would be refused. Plan without `-replace` and " +
        "`replace_triggered_by`, and keep what is tainted by `terraform " +
        'untaint ADDRESS`. If it may be lost, set `on_destroy = "delete"`, ' +
        "apply that, and replace it then.",
      at,
    );
  } else if (after.on_destroy !== "delete" && had !== has) {
    diagnostics.addError(
      `${what} cannot be replaced: it is to be protected first`,
      `\`on_destroy\` is ${has} in the configuration, but a replacement goes by ` +
        `the state, where it is ${had}. Apply \`on_destroy\` first, without ` +
        "the replacement; what is tainted is kept by `terraform untaint " +
        "ADDRESS`.",
      at,
    );
  }
}

/** The name of an object among those that a plan replaces. */
export function replacementKey(
  { kind }: { readonly kind: string },
  { id }: DestroySettings,
): string {
  return `${kind} ${id}`;
}

/** Protects what was read: what is tainted is planned once, without its state. */
export function noteProtected(
  resource: Pick<NamedResource<Schema>, "kind" | "idOf">,
  state: DestroySettings,
  { replacing }: HuggingFaceProvider,
): void {
  if (!("on_destroy" in state)) return;
  replacing.set(
    replacementKey(resource, state),
    (again, context) => refuseProtected(resource, state, again, context),
  );
}
