import { failure, Path, type Unknown, unknown } from "@hf-terraform/framework";
import type { CommitOperation } from "@hf-terraform/client";
import type { Claim } from "../object/claims.ts";
import { type PrivateNotes, readNote } from "../object/notes.ts";
import {
  blobId,
  bytesOf,
  filesIn,
  knownIn,
  refuseUncommittable,
} from "../repo/file_content.ts";
import { fileClaims, refuseOthers, warnOfLeft } from "../repo/planned_files.ts";
import { writerOf } from "../repo/managed_files.ts";
import { changedSince, commitInTurn, entriesAt } from "../repo/repo_commit.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import { type CardKey, cardKeys, cardTextsOf, withCard } from "./card.ts";
import type { SpacePlanning } from "./plan.ts";
import type {
  PlannedSpace,
  SpaceConfig,
  SpacePlan,
  SpaceState,
} from "./schema.ts";

/** The files and settings before the commit, as far as they are known. */
export type CommitBase = Pick<SpaceState, "files" | CardKey>;

/** A commit of what differs from a plan. */
export interface SpaceCommit {
  /** Looks at what it would change of a revision, and refuses what it cannot. */
  look(revision: string | undefined): Promise<void>;
  /** Commits; returns the new commit, undefined if nothing was left to send. */
  send(repositoryId: string | undefined): Promise<string | undefined>;
}

/** The files of a Space, as those of any repository. */
function filesOf<const I, const O>(repository: I, overwrite: O) {
  return { repository, repository_type: "space", branch: "main", overwrite };
}

/** Refuses at plan what no commit can carry, or would undo somebody else's. */
export async function refuseFiles(
  { planned, prior, ...context }: SpacePlanning,
): Promise<void> {
  const { id = null, files: before = null } = prior ?? {};
  const files = filesOf(id ?? unknown, planned.overwrite);
  const changed = filesIn({ files: planned.files }, { files: before });
  const place = { ...context, planned: files };
  await refuseUncommittable(knownIn(changed), place);
  if (id === null) return;
  warnOfLeft(files, filesIn({ files: planned.files }), context);
  await refuseOthers(changed, place);
}

/** The claims of its files, and of the README of its card: who set that, no state tells. */
export function fileClaimsOf(
  { id, files }: Pick<PlannedSpace, "id" | "files">,
  config: Pick<SpaceConfig, CardKey>,
  noted?: PrivateNotes,
): readonly Claim[] {
  if (typeof id !== "string") return [];
  const key = noted === undefined
    ? cardKeys.find((key) => config[key] !== null)
    : undefined;
  const card = key === undefined
    ? []
    : [{ path: "README.md", at: Path.root.attribute(key) }];
  const planned = [...filesIn({ files }), ...card];
  return fileClaims(filesOf(id, false), planned, noted);
}

/** The commit of what differs from a plan, if any; undoes nothing later. */
export function commitOf(
  target: RepoObject,
  prior: CommitBase,
  plan: SpacePlan,
): SpaceCommit | undefined {
  const change = changedCard(prior, plan);
  const hasFiles = !same(prior.files ?? {}, plan.files ?? {});
  if (!hasFiles && Object.keys(change).length === 0) return undefined;
  const { context } = target;
  const isMadeHere = readNote(context, "first_commit") !== undefined;
  const writer = hasFiles
    ? writerOf(
      { repo: target, context },
      filesOf(target.id, plan.overwrite),
      knownIn(filesIn({ files: plan.files })),
      {
        // Without its README a Space cannot start; it is no longer managed.
        stays: ["README.md"],
        // An import takes all files; which are managed, the first apply tells.
        found: isMadeHere || prior.files !== null ? null : false,
      },
    )
    : undefined;
  const { sdk } = plan;
  /** The texts of the card, as they were seen. */
  const seen = new Map<string, string | undefined>();
  const operations = async (revision: string) => [
    ...await writer?.operations(revision) ?? [],
    ...await cardOperations(target, revision, { change, seen, sdk }),
  ];
  const looked = new Map<string, readonly CommitOperation[]>();
  return {
    async look(revision) {
      looked.set(revision ?? "", await operations(revision ?? "main"));
    },
    async send(repositoryId) {
      const { sha, isSent } = await commitInTurn({
        object: target,
        verb: "commit to",
        repo: target,
        repositoryId,
        branch: "main",
        message: "Update from Terraform",
        operations: async (revision) =>
          looked.get(revision) ?? await operations(revision),
        ...writer && { committed: writer.committed },
      });
      writer?.finish();
      return isSent ? sha : undefined;
    },
  };
}

/** The changes of the front matter, unless a file is to hold it. */
function changedCard(
  prior: CommitBase,
  plan: SpacePlan,
): Readonly<Record<string, string>> {
  if (plan.files !== null && Object.hasOwn(plan.files, "README.md")) return {};
  const changes: Record<string, string> = {};
  for (const key of cardKeys) {
    const wanted = plan[key];
    const isChanged = typeof wanted === "string" &&
      wanted !== (prior[key] ?? "");
    if (isChanged) changes[key] = wanted;
  }
  return changes;
}

async function cardOperations(
  target: RepoObject,
  revision: string,
  { change, seen, sdk }: {
    readonly change: Readonly<Record<string, string>>;
    readonly seen: Map<string, string | undefined>;
    readonly sdk: string | Unknown | null;
  },
): Promise<CommitOperation[]> {
  if (Object.keys(change).length === 0) return [];
  const { client, id, context, context: { signal } } = target;
  const [entry] = await entriesAt(target, ["README.md"], revision, context);
  const readme = entry === undefined
    ? ""
    : await client.files.read(target, "README.md", { revision }, { signal });
  // It could be cut, or a page of this network: nobody asked to commit that.
  const isWhole = [readme, `\uFEFF${readme}`]
    .some((text) => blobId(bytesOf.text(text)) === entry?.oid);
  if (entry !== undefined && !isWhole) {
    throw failure(
      `README.md of the Space ${id} cannot be read whole`,
      "What came is not the text that Git has, so it is not committed with " +
        "other settings. Apply again, or write the file with `files`.",
    );
  }
  const textOf = await cardTextsOf(readme);
  for (const [key, wanted] of Object.entries(change)) {
    const now = textOf(key) ?? undefined;
    if (now === wanted) continue;
    if (!seen.has(key)) seen.set(key, now);
    if (now === undefined || now === seen.get(key)) continue;
    const name = `\`${key}\` of README.md`;
    throw changedSince(name, "main", Path.root.attribute(key));
  }
  // Without it, as where somebody deleted the README, the Space cannot start.
  const isLacking = textOf("sdk") === undefined;
  const content = await withCard(readme, {
    ...isLacking && typeof sdk === "string" && { sdk },
    ...change,
  });
  return content === readme ? [] : [{ path: "README.md", content }];
}
