import {
  DiagnosticsError,
  failure,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import type { RepoRef } from "@hf-terraform/client";
import { repoPath } from "../schema/ids.ts";
import { type Claim, listSome } from "../object/claims.ts";
import { type PrivateNotes, readNote } from "../object/notes.ts";
import { orGone } from "../object/remote_object.ts";
import {
  blobId,
  claimsOfFile,
  foldersOf,
  knownIn,
  namedIn,
  type PlannedFile,
} from "./file_content.ts";
import { knownTexts } from "../schema/same.ts";
import { REFRESH_FIRST } from "../object/fingerprint.ts";
import { changedSince, entriesAt, hashesAt } from "./repo_commit.ts";
import { repoRefOf } from "./repo_fields.ts";
import type { PartContext, PartParent } from "./repo_part.ts";
import { hashesIn, managedBy, ownedBy } from "./file_notes.ts";

/** The files of a branch, as a state or plan leads to them. */
export interface Place extends PartParent {
  readonly branch: string;
}

/** The settings of files besides their content. */
export interface Settings extends Place {
  readonly overwrite: boolean;
  readonly commit_message: string;
}

type Planning = Pick<PartContext, "provider" | "signal" | "privateState">;

/** Git's hashes of files as the service made them with the repository. */
export async function firstOf(
  repo: RepoRef,
  paths: readonly string[],
  context: Planning,
): Promise<ReadonlyMap<string, string>> {
  const first = readNote(context, "first_commit");
  return first === undefined
    ? new Map()
    : await orGone(hashesAt(repo, paths, first, context)) ?? new Map();
}

/** The error of a file that somebody else has made, or changed since a plan. */
export function otherContent(
  { path, at }: { readonly path: string; readonly at: Path | undefined },
  isSeen: boolean,
  branch: string,
): DiagnosticsError {
  if (isSeen) {
    return changedSince(
      path,
      branch,
      at,
      at === undefined
        ? REFRESH_FIRST
        : "To do without asking what somebody else makes of it, set " +
          "`overwrite = true`.",
    );
  }
  return failure(
    `${path} is there already, with other content`,
    `Somebody else made it on the branch ${branch}, so no commit replaces it. ` +
      "To replace its content, set `overwrite = true`; to keep it, write its " +
      "content into the configuration: what is equal is taken over without a " +
      "commit.",
    at,
  );
}

/** The error of what is in the way of files; with `overwrite` a warning. */
export async function refusalOf(
  { repository, repository_type, branch, overwrite }: PlannedFiles,
  planned: readonly PlannedFile[],
  context: Planning,
): Promise<DiagnosticsError | undefined> {
  const names = knownTexts(repository, repository_type, branch);
  if (names === undefined) return undefined;
  const [name, type, on] = names;
  const repo = repoRefOf({ repository: name, repository_type: type });
  const wanted = namedIn(planned);
  const paths = wanted.flatMap(({ path }) => [path, ...foldersOf(path)]);
  const look = <T>(answer: Promise<T>) =>
    overwrite === true ? answer.catch(() => null) : answer;
  const [found = [], byService] = await Promise.all([
    look(orGone(entriesAt(repo, [...new Set(paths)], on, context))),
    look(firstOf(repo, paths, context)),
  ]);
  const entries = found ?? [];
  // What was made here makes way.
  const left = new Set(Object.keys(managedBy(context)));
  const folders = new Set([...left].flatMap(foldersOf));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path, at } of wanted) {
    const inWay = [...foldersOf(path), path].find((one) =>
      byPath.get(one)?.type === "directory"
        ? one === path && !folders.has(one)
        : one !== path && byPath.has(one) && !left.has(one)
    );
    if (inWay === undefined) continue;
    const what = inWay === path ? "a folder" : "a file";
    return failure(
      `${inWay} is a file and a folder`,
      `It is ${what} on the branch ${on}, so no commit makes ${path}: Git ` +
        "cannot have both. Delete it there, choose another path, or, if this is to " +
        "replace it, do without `create_before_destroy`.",
      at,
    );
  }
  const isOpen = wanted.length < planned.length && overwrite === true;
  if (found === null || byService === null || isOpen) {
    return warn(
      `No plan shows what the files of ${name} overwrite`,
      "The service does not tell it now, or which files they are, or the " +
        "provider's `token`, is known only after the apply has begun. What " +
        "somebody else has made there by then is overwritten, and stays in the " +
        "history of the branch.",
      planned[0]?.at ?? Path.root,
    );
  }
  if (isUnknown(overwrite)) return undefined;
  const there = new Map(
    entries.flatMap(({ path, oid = "", type }) =>
      type === "directory" ? [] : [[path, oid]]
    ),
  );
  const others = wanted.filter(({ path, bytes }) =>
    there.has(path) &&
    (bytes === undefined ? overwrite : there.get(path) !== blobId(bytes)) &&
    there.get(path) !== byService.get(path)
  );
  const [other] = others;
  if (other === undefined) return undefined;
  if (!overwrite) return otherContent(other, false, on);
  const list = listSome(others.map(({ path }) => path));
  return warn(
    `Files of ${name} that somebody else made are overwritten: ${list}`,
    `They have other content on the branch ${on}, and \`overwrite\` is set. ` +
      "What they were stays in the history of the branch.",
    other.at,
  );
}

function warn(summary: string, detail: string, path: Path) {
  const { diagnostics: [told] } = failure(summary, detail, path);
  return new DiagnosticsError([{ ...told!, severity: "warning" }]);
}

/** Refuses an update of what somebody else has made, found equal or not. */
export async function refuseOthers(
  files: readonly PlannedFile[],
  { planned, diagnostics, ...context }:
    & { readonly planned: PlannedFiles }
    & Planning
    & Pick<PartContext, "diagnostics">,
): Promise<void> {
  const { branch, overwrite } = planned;
  const managed = new Set(Object.keys(managedBy(context)));
  const seen = hashesIn(context, "seen");
  const isOwn = ownedBy(context);
  const added = files.filter(({ path }) =>
    isUnknown(path) || !managed.has(path) || seen.get(path) === null
  );
  // What cannot be seen now, the apply looks at.
  const refusal = await refusalOf(planned, added, context).catch(() => null);
  diagnostics.append(refusal?.diagnostics ?? []);
  if (overwrite || isUnknown(branch)) return;
  for (const file of knownIn(files)) {
    const oid = seen.get(file.path);
    const isFound = managed.has(file.path) && typeof oid === "string" &&
      !isOwn(file.path, oid);
    if (isFound) {
      diagnostics.append(otherContent(file, false, branch).diagnostics);
    }
  }
}

/** Warns of files that no plan names any more: they stay, or were changed. */
export function warnOfLeft(
  files: PlannedFiles,
  kept: readonly PlannedFile[],
  { diagnostics, ...context }:
    & Pick<PartContext, "provider" | "diagnostics">
    & PrivateNotes,
): void {
  const paths = new Set(kept.map(({ path }) => path));
  if ([...paths].some(isUnknown)) return;
  const [seen, sent] = [hashesIn(context, "seen"), hashesIn(context, "sent")];
  const isTaken = takenBy(context, files);
  const left = Object.entries(managedBy(context)).filter(([path]) =>
    !paths.has(path) && seen.get(path) !== null && !isTaken(path)
  );
  // Summaries have them too: of equal ones Terraform shows one.
  const namesOf = (all: typeof left) => all.map(([path]) => path);
  const stay = namesOf(left.filter(([, isMade]) => !isMade));
  if (stay.length > 0) {
    diagnostics.addWarning(
      `Files stay in the repository ${files.repository}: ${listSome(stay)}`,
      "Terraform only forgets what it is not known to have made: " +
        stay.join(", ") +
        ". It was there before, was imported, or was changed " +
        "by an apply that never answered, such as one that was killed. It goes " +
        "only with the repository; to delete it alone, do so on the Hub.",
    );
  }
  const changed = namesOf(
    left.filter(([path, isMade]) =>
      isMade && sent.has(path) && seen.has(path) &&
      seen.get(path) !== sent.get(path)
    ),
  );
  if (changed.length === 0) return;
  diagnostics.addWarning(
    `Files of ${files.repository} were changed elsewhere: ${listSome(changed)}`,
    `Somebody has changed ${changed.join(", ")} on the branch ` +
      `${files.branch} since the last apply. That is deleted, too; it stays in ` +
      "the history of the branch, unless that goes as well.",
  );
}

/** The files of a plan, as far as they are known. */
export interface PlannedFiles {
  readonly repository: string | Unknown;
  readonly repository_type: string | Unknown;
  readonly branch: string | Unknown;
  readonly overwrite: boolean | Unknown;
}

/** The claims of files, also of those that somebody has changed since. */
export function fileClaims(
  { repository, repository_type, branch }: PlannedFiles,
  planned: readonly PlannedFile[],
  noted?: PrivateNotes,
): readonly Claim[] {
  const [type, id, on] = knownTexts(repository_type, repository, branch) ?? [];
  if (type === undefined || id === undefined || on === undefined) return [];
  const managed = noted === undefined ? [] : Object.keys(managedBy(noted));
  return [
    ...managed.map((path) => ({ path, at: undefined })),
    ...namedIn(planned),
  ].flatMap(({ path, at }) => claimsOfFile(repoPath(type, id), on, path, at));
}

/** Tells what another resource of this run is to have, such as a replacement. */
export function takenBy(
  context: Pick<PartContext, "provider"> & PrivateNotes,
  files: PlannedFiles,
): (path: string) => boolean {
  const { claims } = context.provider;
  return (path) =>
    fileClaims(files, [{ path, at: Path.root }]).slice(0, 1)
      .flatMap((claim) => claims.of(claim, context))
      .some(({ isPlanned }) => isPlanned);
}
