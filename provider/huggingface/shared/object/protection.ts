/**
 * What `on_destroy` protects: a replacement is refused where the state or the
 * configuration has a setting by which a destroy leaves the object.
 *
 * @module
 */

import {
  type Diagnostics,
  type IdentityAttributes,
  isUnknown,
  Path,
  type Planned,
  type ResourceDefinition,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { claimantOf } from "./claims.ts";

type D = HuggingFaceProvider;

/** What messages call a resource. */
interface Called<S extends Schema> {
  readonly kind: string;
  idOf(state: State<S>): string;
}

/** What is known of an object before or after a replacement. */
interface Ending {
  readonly id?: unknown;
  readonly on_destroy?: unknown;
}

/**
 * A resource that no plan replaces where it is protected. Terraform plans a
 * replacement twice, the second time without a state, and what is tainted only
 * so: then the state is that of the first time, or of the refresh.
 */
export function withProtection<S extends Schema, A extends IdentityAttributes>(
  resource: ResourceDefinition<S, A, D>,
  { kind, idOf }: Called<S>,
): ResourceDefinition<S, A, D> {
  if (resource.schema.attributes["on_destroy"] === undefined) return resource;
  const key = ({ id }: Ending) => `${kind} ${id}`;
  return {
    ...resource,
    async read(context) {
      const state = await resource.read(context);
      if (state !== undefined) {
        context.provider.destroyed.set(key(state), state);
      }
      return state;
    },
    async modifyPlan(context) {
      const { prior, provider: { destroyed }, diagnostics } = context;
      const result = await resource.modifyPlan?.(context) ?? {};
      const planned: Planned<S> & Ending = result.planned ?? context.planned;
      const mark = claimantOf(context) ?? "";
      if (prior !== null) {
        destroyed.delete(key(prior));
        destroyed.set(mark, prior);
      } else if (!diagnostics.hasErrors) {
        // The keys are those of states of this resource.
        const before = (destroyed.get(mark) ?? destroyed.get(key(planned))) as
          | State<S> & Ending
          | undefined;
        if (before !== undefined) {
          refuse(`The ${kind} ${idOf(before)}`, before, planned, diagnostics);
        }
      }
      return result;
    },
    async planDestroy(context) {
      context.provider.destroyed.delete(key(context.prior));
      await resource.planDestroy?.(context);
    },
  };
}

/** Whether a destroy leaves an object where it is. */
function isLeft({ on_destroy }: Ending): boolean {
  return on_destroy === "keep" || on_destroy === "make_private";
}

function refuse(
  what: string,
  before: Ending,
  after: Ending,
  diagnostics: Diagnostics,
): void {
  const at = Path.root.attribute("on_destroy");
  const isSame = isUnknown(after.id) || after.id === before.id;
  const [had, has] = [before, after].map(({ on_destroy: value }) =>
    isUnknown(value) ? "not known yet" : `\`${value}\``
  );
  if (isSame && isLeft(before)) {
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
