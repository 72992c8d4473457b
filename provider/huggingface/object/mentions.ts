import { isUnknown, Path } from "@hf-terraform/framework";
import { type HubKind, kindName, repoPath } from "../schema/ids.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { objectClaim } from "./claims.ts";
import { markOf } from "./notes.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "./replacement.ts";
import { knownText } from "../schema/same.ts";
import { planAdvice } from "../cost/plan_advice.ts";
import { perProvider } from "../reads/per_provider.ts";
import { seesRepositories } from "../reads/visibility.ts";

/** Something that has to be on the Hub before what names it by an attribute. */
export interface Mention {
  readonly type: HubKind;
  /** Its namespace and name; it is asked for as soon as that is known. */
  readonly id: unknown;
  readonly at: Path;
  /** The branch, tag or commit of it, if one is named. */
  readonly revision?: unknown;
  readonly revisionAt?: Path;
  /** Whether a create fails without it; default: it does. */
  readonly isNeeded?: boolean;
}

/** The repositories that volumes mount. */
export function volumeMentions(volumes: unknown, at: Path): Mention[] {
  if (!Array.isArray(volumes)) return [];
  return volumes.flatMap((volume, i) => {
    if (volume === null || isUnknown(volume)) return [];
    const { type, source: id, revision: named } = volume;
    if (!isHubKind(type)) return [];
    const place = at.index(i);
    const revisionAt = place.attribute("revision");
    // It is there as soon as the repository is.
    const revision = named === "main" ? null : named;
    return { type, id, at: place.attribute("source"), revision, revisionAt };
  });
}

/** The objects that a job needs: the Space of its image, and its volumes. */
export function jobMentions(
  job: { readonly space?: unknown; readonly volumes?: unknown } | null,
  at: Path = Path.root,
): Mention[] {
  if (job === null) return [];
  return [
    { type: "space", id: job.space, at: at.attribute("space") },
    ...volumeMentions(job.volumes, at.attribute("volumes")),
  ];
}

/** Whether it is something that has files. */
export function isHubKind(type: unknown): type is HubKind {
  return ["model", "dataset", "space", "bucket"].includes(`${String(type)}`);
}

/** By mark: what a state mentions, for the plan of `-replace`, which has none. */
const mentioned = perProvider(() => new Map<string, ReadonlySet<string>>());

/** Warns of what is newly named, or of all by a replacement, and not there. */
export async function adviseMentions(
  planned: readonly Mention[],
  prior: readonly Mention[],
  plan: ReplacementContext,
): Promise<void> {
  const { provider } = plan;
  const mark = markOf(plan) ?? "";
  const inState = plan.prior === null
    ? mentioned(provider).get(mark) ?? new Set()
    : new Set(prior.map(keyOf));
  mentioned(provider).set(mark, inState);
  const known = plan.prior === null || isReplacement(plan)
    ? new Set()
    : inState;
  await Promise.all(
    planned.filter((one) => !known.has(keyOf(one)) && !isAwaited(one, provider))
      .map((one) => advise(one, inState, plan)),
  );
}

async function advise(
  mention: Mention,
  inState: ReadonlySet<string>,
  plan: ReplacementContext,
): Promise<void> {
  const { type, id, at, revisionAt = at, isNeeded = true } = mention;
  if (typeof id !== "string") return;
  const { provider, diagnostics, prior } = plan;
  const revision = knownText(mention.revision);
  const found = await planAdvice(provider).presence(type, id, revision);
  if (found === undefined || found === "there") return;
  // Of what `-replace` replaces no warning is shown.
  const isGone = prior === null && isNeeded && inState.has(keyOf(mention));
  const isLost = isReplacement(plan) &&
    (found === "hidden" || isGone && await seesAll(id, provider));
  // What another provider block of the run creates is not known here.
  const created = "If something makes it first, such as another provider " +
    "block of this configuration, " +
    (isLost
      ? "apply that first. "
      : "all is well: refer to that resource here, a repository by its `id`. ") +
    "Else check name, namespace and kind.";
  const source = await provider.tokenSource();
  const [what, why, where = at] = {
    "without the revision": [
      `has no revision ${revision} yet`,
      `\`${revisionAt}\` is "${revision}", which is now no branch, tag or ` +
      `commit of ${id}. ${created}`,
      revisionAt,
    ] as const,
    hidden: [
      "is not open to the token",
      `\`${at}\` names it, but the token from ${source} may not read it. ` +
      "Ask for access on its page, or use a token that has it.",
    ] as const,
    absent: [
      "is not there yet",
      `\`${at}\` names it. The Hub does not have it now, or does not show ` +
      `it to the token from ${source}. ${created}`,
    ] as const,
  }[found];
  const summary = `The ${kindName(type)} ${id} ${what}`;
  tellObstacle(diagnostics, isLost, [summary, why, where]);
}

/** Whether the token is shown all repositories of the owner of one. */
async function seesAll(
  id: string,
  provider: HuggingFaceProvider,
): Promise<boolean> {
  const user = await planAdvice(provider).user();
  const [namespace = ""] = id.split("/");
  return user !== undefined && seesRepositories(user, namespace);
}

/** Whether this run creates it, or the branch or tag of it. */
function isAwaited(
  { type, id, revision }: Mention,
  { claims }: HuggingFaceProvider,
): boolean {
  const path = repoPath(type, `${id}`);
  const ref = knownText(revision);
  return [
    // A name that is to come may lead to the one that it has still.
    objectClaim(kindName(type), `${id}`),
    ...["branch", "tag"].map((kind) => ({
      ...objectClaim(kind, `${path}/${kind}/${ref}`, ref),
      within: path,
    })),
  ].some((claim) =>
    claims.of(claim).some(({ isPlanned, isHeld }) => isPlanned && !isHeld)
  );
}

function keyOf({ type, id, revision }: Mention): string {
  return JSON.stringify([type, knownText(id), knownText(revision)]);
}
