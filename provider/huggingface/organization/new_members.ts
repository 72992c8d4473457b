import type { Path } from "@hf-terraform/framework";
import { PATIENCE_MS } from "../cost/plan_advice.ts";
import { listSome } from "../object/claims.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "../object/replacement.ts";
import type { ProviderContext } from "../provider_data.ts";
import { memberReads } from "../reads/organization_reads.ts";
import { knownText, nameKey } from "../schema/same.ts";

/** Warns of users whom a plan adds to what only members of an organization have. */
export async function adviseNewMembers(
  organization: unknown,
  users: readonly unknown[],
  at: Path,
  plan: ReplacementContext & ProviderContext,
): Promise<void> {
  const { provider, signal, diagnostics } = plan;
  const owner = knownText(organization);
  const named = users.flatMap((user) => knownText(user) ?? []);
  if (owner === undefined || named.length === 0) return;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const members = await memberReads(provider).get(owner, patience)
    .catch(() => undefined);
  const strangers = named.filter((one) => members?.has(nameKey(one)) === false);
  if (strangers.length === 0) return;
  tellObstacle(diagnostics, isReplacement(plan), [
    `Not in ${owner} yet: ${listSome(strangers)}`,
    "The apply fails, unless who is named is a member of the organization by " +
    "then. Check the name, or send an invitation, by " +
    "`huggingface_organization_invitation`, which has to be accepted first.",
    at,
  ]);
}
