import {
  type Config,
  isUnknown,
  Path,
  type PlannedState,
  type State,
  type ValidateContext,
} from "@hf-terraform/framework";
import { planAdvice } from "../cost/plan_advice.ts";
import type { AdviceContext } from "../provider_data.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import { knownText, same, sameName, sameOwner } from "../schema/same.ts";
import type { collectionSchema } from "./collection_schema.ts";
import { pathOfItem } from "./collection_items.ts";

const gatingPath = Path.root.attribute("gating");

type Schema = typeof collectionSchema;

/** Validates that `notifications` match `mode`. */
export function validateGating(
  { config: { gating }, diagnostics }: ValidateContext<Config<Schema>>,
): void {
  if (gating === null || isUnknown(gating)) return;
  const { mode, notifications } = gating;
  if (isUnknown(mode) || isUnknown(notifications)) return;
  if ((mode === "manual") === (notifications !== null)) return;
  diagnostics.addError(
    mode === "manual"
      ? "Manual gating needs `notifications`"
      : "`notifications` are for manual gating",
    mode === "manual"
      ? 'Say when the owner is told: `notifications = { mode = "bulk" }`.'
      : 'Leave them out, or set `mode = "manual"`.',
    gatingPath.attribute("notifications"),
  );
}

/** Refuses the gating of a user, and that of what belongs to others. */
export async function refuseGating(
  planned: PlannedState<Schema>,
  prior: State<Schema> | null,
  { provider, diagnostics }: AdviceContext,
): Promise<void> {
  const { gating, items } = planned;
  const owner = knownText(planned.namespace);
  if (gating === null || isUnknown(gating) || owner === undefined) return;
  if (prior !== null && same([gating, items], [prior.gating, prior.items])) {
    return;
  }
  const advice = planAdvice(provider);
  const user = await advice.user();
  if (user !== undefined && sameName(user.name, owner)) {
    diagnostics.addError(
      "Only collections of organizations are gated",
      `${owner} is the token's user. Leave \`gating\` out, or set ` +
        "`namespace` to an organization with a Team plan or higher.",
      gatingPath,
    );
  }
  const all = (isUnknown(items) ? [] : items ?? []).entries();
  const others = tenAtATime(all, async ([index, item]) => {
    if (isUnknown(item)) return [];
    const { type, id } = item;
    const isHeld = type === "model" || type === "dataset";
    if (!isHeld || isUnknown(id) || sameOwner(id, `${owner}/x`)) return [];
    // It may be called by a former name.
    const found = await advice.ask(
      `${type} ${id}`,
      ({ repos }, options) => repos.get({ type, id }, {}, options),
    );
    const isTheirs = found !== undefined &&
      !sameOwner(found.id, `${owner}/x`);
    return isTheirs ? [{ id, index }] : [];
  });
  for (const { id, index } of (await Array.fromAsync(others)).flat()) {
    diagnostics.addError(
      `A gated collection of ${owner} cannot hold ${id}`,
      "All models and datasets of it must belong to its owner. Take this one " +
        "out, or leave `gating` out.",
      pathOfItem(index),
    );
  }
}
