/**
 * Files that a resource manages on a branch: those that it made, which it
 * deletes too, and those that it found with the same content.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  type DiagnosticsError,
  failure,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import {
  type CommitOperation,
  isApiError,
  type RepoRef,
} from "@hf-terraform/client";
import { repoPath } from "../schema/ids.ts";
import type { Claim } from "../object/claims.ts";
import { keepNote, type PrivateNotes, readNote } from "../object/notes.ts";
import {
  orGone,
  outlive,
  type RemoteObject,
  sizeOf,
} from "../object/remote_object.ts";
import {
  blobId,
  type DesiredFile,
  fileClaim,
  type Paths,
  type PlannedTexts,
  refusedUploads,
  textIn,
} from "./file_content.ts";
import { knownTexts } from "../schema/same.ts";
import {
  changedSince,
  commitInTurn,
  entriesAt,
  hashesAt,
} from "./repo_commit.ts";
import type { PartPlace } from "./repo_parent.ts";
import { repoRefOf } from "./repo_fields.ts";
import type { PartContext, PartOwner } from "./repo_part.ts";

/** The files of a branch, as a state or plan leads to them. */
export interface Place extends PartOwner {
  readonly branch: string;
}

/** The settings of files besides their content. */
export interface Settings extends Place {
  readonly overwrite: boolean;
  readonly commit_message: string;
}

/** A file that was found. */
export interface FoundFile {
  readonly oid: string;
  /** Its content in base64, if it is another one than the state has. */
  readonly base64?: string;
}

/** The files that were found. */
export interface ActualFiles {
  readonly files: Readonly<Record<string, FoundFile>>;
  /** The commit that has them; absent: only looked at. */
  readonly commit?: string;
}

/** The paths that are managed, and how they came to be. */
function managedBy(noted: PrivateNotes): Managed {
  return readNote(noted, "files") ?? {};
}

/** Git's hashes that are noted, by path. */
function hashesIn(
  noted: PrivateNotes,
  name: "seen" | "sent",
): Map<string, string | null> {
  return new Map(Object.entries(readNote(noted, name) ?? {}));
}

/** The context of a plan. */
type Planning = Pick<PartContext, "provider" | "signal" | "privateState">;

/** Notes what the files of these paths are; null: they are not there. */
export function noteSeen(
  files: readonly (readonly [path: string, oid: string | null])[],
  noted: PrivateNotes,
): void {
  const seen = new Map([...hashesIn(noted, "seen"), ...files]);
  keepNote(noted, "seen", Object.fromEntries(seen));
  // What has gone, somebody else may make again.
  const gone = new Set(
    files.filter(([, oid]) => oid === null).map(([path]) => path),
  );
  if (gone.size === 0) return;
  for (const name of ["files", "sent"] as const) {
    const kept = Object.entries(readNote(noted, name) ?? {})
      .map(([path, note]) => [path, gone.has(path) ? null : note]);
    noted.privateState.set(name, Object.fromEntries(kept));
  }
}

/** Tells which files a resource may overwrite without being told so. */
function ownedBy(
  noted: PrivateNotes,
): (path: string, oid: string | undefined) => boolean {
  const managed = managedBy(noted);
  const sent = hashesIn(noted, "sent");
  return (path, oid) =>
    typeof managed[path] === "boolean" || sent.get(path) === oid;
}

/** Notes files that an import found: they are managed, and not made here. */
export function noteFound(
  paths: readonly string[],
  noted: PrivateNotes,
): void {
  const found = Object.fromEntries(paths.map((path) => [path, false]));
  keepNote(noted, "files", found);
}

/** The notes of a state whose own are lost: its files are found as they are. */
export function noteLostFiles(
  files: readonly DesiredFile[],
  notes: PrivateNotes,
): void {
  noteFound(files.map(({ path }) => path), notes);
  noteSeen(files.map(({ path, bytes }) => [path, blobId(bytes)]), notes);
}

type Managed = Readonly<Record<string, boolean | null>>;

/** The files of a branch, all of which is known. */
type FilesOf =
  & PlannedFiles
  & Readonly<Record<"repository" | "repository_type" | "branch", string>>
  & { readonly overwrite: boolean };

/** The files of a resource, on their way to the branch. */
export interface FilesWriter {
  /**
   * The operations that are left at a revision.
   *
   * @throws {DiagnosticsError} If they would undo what somebody else has made.
   */
  operations(revision: string): Promise<readonly CommitOperation[]>;
  /** Notes what the last of these operations made. */
  committed(): void;
  /** Notes that all is as wanted. */
  finish(): void;
}

/** The changes of a commit. */
interface FileWrites {
  readonly missing: readonly DesiredFile[];
  /** The paths of those that are left to delete. */
  readonly left: readonly string[];
  /** The first one that would undo what somebody has made; undefined: none. */
  readonly foreign: {
    readonly path: string;
    readonly at: Path | undefined;
    /** Whether a plan has shown an earlier one that is ours. */
    readonly isSeen: boolean;
  } | undefined;
}

/** Decides what to commit, from what is wanted, noted and there. */
function decideWrites(
  wanted: readonly DesiredFile[],
  noted: PrivateNotes,
  { there, byService, mayDelete }: {
    readonly there: ReadonlyMap<string, string>;
    readonly byService: ReadonlyMap<string, string>;
    mayDelete(path: string): boolean;
  },
): FileWrites {
  const seen = hashesIn(noted, "seen");
  const isOwn = ownedBy(noted);
  const missing = wanted.filter(({ path, bytes }) =>
    there.get(path) !== blobId(bytes)
  );
  const left = Object.entries(managedBy(noted)).flatMap(([path, made]) =>
    made && there.has(path) && mayDelete(path) ? path : []
  );
  const all = [...missing, ...left.map((path) => ({ path, at: undefined }))];
  const [foreign] = all.flatMap(({ path, at }) => {
    const oid = there.get(path);
    if (oid === undefined || oid === byService.get(path)) return [];
    const own = isOwn(path, oid);
    return own && oid === seen.get(path)
      ? []
      : { path, at, isSeen: own && typeof seen.get(path) === "string" };
  });
  return { missing, left, foreign };
}

/**
 * Makes of the files of a branch what is wanted, and deletes what was made but is
 * wanted no longer. What was made is noted when the service has said so.
 *
 * @param stays The paths that are never deleted.
 * @param found The note of what is there as wanted, and was not managed.
 */
export function writerOf(
  { repo, context }: Pick<PartPlace, "repo" | "context">,
  settings: FilesOf,
  wanted: readonly DesiredFile[],
  stays: readonly string[] = [],
  found: false | null = null,
): FilesWriter {
  const { branch } = settings;
  const before = managedBy(context);
  const isTaken = takenBy(context, settings);
  const made = new Set(Object.keys(before).filter((path) => before[path]));
  const sent = hashesIn(context, "sent");
  const note = (managed: Managed) => {
    keepNote(context, "files", managed);
    keepNote(context, "sent", Object.fromEntries(sent));
    noteSeen(
      wanted.map(({ path, bytes }) => [path, blobId(bytes)]),
      context,
    );
  };
  const isWanted = new Set(wanted.map(({ path }) => path));
  const unwanted = Object.keys(before)
    .filter((path) => !isWanted.has(path) && !stays.includes(path));
  let added: readonly string[] = [];
  let changed: readonly DesiredFile[] = [];
  const looking = { ...context, signal: outlive(context.signal) };
  return {
    async operations(revision) {
      const paths = [...isWanted, ...unwanted];
      const there = await hashesAt(repo, paths, revision, looking);
      const byService = await firstOf(repo, paths, looking);
      for (const path of isWanted) {
        const oid = there.get(path);
        if (oid !== undefined && oid === byService.get(path)) made.add(path);
      }
      const { missing, left, foreign } = decideWrites(wanted, context, {
        there,
        byService,
        mayDelete: (path) => unwanted.includes(path) && !isTaken(path),
      });
      if (foreign !== undefined && !settings.overwrite) {
        throw otherContent(foreign, foreign.isSeen, branch);
      }
      const { provider, signal } = context;
      const [refusal] = await refusedUploads(missing, async (asked) => {
        const { files } = await provider.client();
        const params = { revision: branch };
        return await files.getUploadModes(repo, asked, params, { signal });
      });
      if (refusal !== undefined) throw refusal;
      // Of a commit that has it all, what was sent before counts.
      if (missing.length + left.length > 0) {
        changed = missing;
        added = missing.map(({ path }) => path)
          .filter((path) => !there.has(path));
      }
      return [
        ...missing.map(({ operation }) => operation),
        ...left.map((path) => ({ deleted: path })),
      ];
    },
    committed() {
      for (const path of added) made.add(path);
      for (const { path, bytes } of changed) sent.set(path, blobId(bytes));
      note({
        ...before,
        ...Object.fromEntries([...made].map((path) => [path, true])),
      });
    },
    finish() {
      note(Object.fromEntries(
        [...isWanted].map((path) => [
          path,
          made.has(path) ||
          (Object.hasOwn(before, path) ? before[path] ?? null : found),
        ]),
      ));
    },
  };
}

/** Git's hashes of files as the service made them with the repository. */
async function firstOf(
  repo: RepoRef,
  paths: readonly string[],
  context: Planning,
): Promise<ReadonlyMap<string, string>> {
  const first = readNote(context, "first_commit");
  return first === undefined
    ? new Map()
    : await orGone(hashesAt(repo, paths, first, context)) ?? new Map();
}

/** Commits to a branch what differs from what is wanted: see {@linkcode writerOf}. */
export async function write(
  { repo, repositoryId, context }: PartPlace,
  { plan: settings, object }: {
    readonly plan: Settings;
    readonly object: RemoteObject;
  },
  wanted: readonly DesiredFile[],
): Promise<ActualFiles> {
  const { branch, commit_message: message } = settings;
  const { finish, ...writer } = writerOf({ repo, context }, settings, wanted);
  const { sha } = await commitInTurn({
    object,
    verb: "commit",
    repo,
    repositoryId,
    branch,
    message,
    ...writer,
  });
  finish();
  return {
    files: Object.fromEntries(
      wanted.map(({ path, bytes }) => [path, { oid: blobId(bytes) }]),
    ),
    ...sha !== undefined && { commit: sha },
  };
}

function otherContent(
  { path, at }: { readonly path: string; readonly at: Path | undefined },
  isSeen: boolean,
  branch: string,
): DiagnosticsError {
  if (isSeen) {
    return changedSince(
      path,
      branch,
      at,
      "To do without asking what somebody else makes of it, set " +
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

/** The largest file, in bytes, whose content is read where it has changed. */
const SHOWN_BYTES = 64 * 1024;

/**
 * Reads the files of a state; undefined: the branch is gone. Content is asked
 * for only where it is another one than the state has.
 *
 * @param wanted What the state has of them.
 * @param isImport Whether to ask which commit changed one file last.
 */
export async function readFiles(
  { repo, context }: PartPlace,
  { branch }: Pick<Place, "branch">,
  paths: readonly string[],
  wanted: readonly DesiredFile[] = [],
  isImport: boolean = false,
): Promise<ActualFiles | undefined> {
  const kept = new Map(wanted.map((file) => [file.path, file]));
  try {
    const entries = await entriesAt(repo, paths, branch, {
      ...context,
      expand: isImport,
    });
    const files = await Promise.all(
      entries.map(async ({ type, path, size = Infinity, lfs, ...entry }) => {
        const file = kept.get(path);
        const known = file && blobId(file.bytes);
        // What an answer does not tell is as it was.
        const { oid = known ?? "" } = entry;
        const found = [path, { oid }] as const;
        if (file === undefined || known === oid) return found;
        const isSmall = type === "file" && size <= SHOWN_BYTES &&
          lfs === undefined;
        const { files } = await context.provider.client();
        const bytes = isSmall && await orGone(
          files.readBytes(repo, path, { revision: branch }, {
            signal: context.signal,
          }),
        );
        if (bytes === undefined) return found;
        const { operation } = file;
        const isText = "content" in operation &&
          typeof operation.content === "string";
        if (!bytes || isText && textIn(bytes) === undefined) {
          warnOfOther(file, { branch, size }, context);
          return found;
        }
        const base64 = Buffer.from(bytes).toString("base64");
        return [path, { oid, base64 }] as const;
      }),
    );
    const oids = new Map(files.map(([path, { oid }]) => [path, oid]));
    noteSeen(
      wanted.map(({ path }) => [path, oids.get(path) ?? null]),
      context,
    );
    const commit = isImport ? entries[0]?.lastCommit?.id : undefined;
    return {
      files: Object.fromEntries(files),
      ...commit !== undefined && { commit },
    };
  } catch (error) {
    if (isApiError(error, 404) && error.code === "RevisionNotFound") {
      return undefined;
    }
    throw error;
  }
}

/** Tells a file that somebody changed from one that is missing in the plan. */
function warnOfOther(
  { path, at }: DesiredFile,
  { branch, size }: Pick<Place, "branch"> & { readonly size: number },
  { diagnostics }: PartContext,
): void {
  const much = Number.isFinite(size) ? ` (${sizeOf(size)})` : "";
  diagnostics.addWarning(
    `${path} was changed elsewhere`,
    `On the branch ${branch} it has other content${much}, too large for a ` +
      "plan or no text: so the plan shows it as if it were missing, and what " +
      "is configured replaces it.",
    at,
  );
}

/** The error of a create that would find files with other content. */
export async function refusalOf(
  { repository, repository_type, branch, overwrite }: PlannedFiles,
  wanted: readonly DesiredFile[],
  context: Planning,
): Promise<DiagnosticsError | undefined> {
  const [name, type, on] = knownTexts(repository, repository_type, branch) ??
    [];
  if (
    name === undefined || type === undefined || on === undefined || overwrite
  ) return undefined;
  const owner = { repository: name, repository_type: type };
  const paths = wanted.map(({ path }) => path);
  const there = await orGone(
    hashesAt(repoRefOf(owner), paths, on, context),
  );
  const byService = await firstOf(repoRefOf(owner), paths, context);
  const other = wanted.find(({ path, bytes }) =>
    there?.has(path) && there.get(path) !== blobId(bytes) &&
    there.get(path) !== byService.get(path)
  );
  return other && otherContent(other, false, on);
}

/** Refuses an update of what somebody else has made, found equal or not. */
export async function refuseOthers(
  changed: readonly DesiredFile[],
  { planned, diagnostics, ...context }:
    & {
      readonly planned: PlannedFiles;
    }
    & Planning
    & Pick<PartContext, "diagnostics">,
): Promise<void> {
  const { branch, overwrite } = planned;
  if (overwrite || isUnknown(branch)) return;
  const managed = new Set(Object.keys(managedBy(context)));
  const seen = hashesIn(context, "seen");
  const isOwn = ownedBy(context);
  const added = changed.filter(({ path }) => !managed.has(path));
  // What cannot be seen now, the apply looks at.
  const refusal = await refusalOf(planned, added, context).catch(() => null);
  diagnostics.append(refusal?.diagnostics ?? []);
  for (const file of changed) {
    const oid = seen.get(file.path);
    const isFound = managed.has(file.path) && typeof oid === "string" &&
      !isOwn(file.path, oid);
    if (isFound) {
      diagnostics.append(otherContent(file, false, branch).diagnostics);
    }
  }
}

/**
 * Warns of files that no plan names any more and that stay.
 *
 * @param maps The contents that stay configured, by path.
 */
export function warnOfLeft(
  files: PlannedFiles,
  maps: readonly PlannedTexts[],
  { diagnostics, ...context }:
    & Pick<PartContext, "provider" | "diagnostics">
    & PrivateNotes,
): void {
  if (maps.some((map) => isUnknown(map))) return;
  const isNamed = (path: string) =>
    maps.some((map) => Object.hasOwn(map ?? {}, path));
  const [seen, isTaken] = [hashesIn(context, "seen"), takenBy(context, files)];
  const left = Object.entries(managedBy(context)).flatMap(([path, isMade]) =>
    isMade || isNamed(path) || seen.get(path) === null || isTaken(path)
      ? []
      : [path]
  );
  if (left.length === 0) return;
  diagnostics.addWarning(
    `Files of ${files.repository} stay on the Hub`,
    `Terraform only forgets what it is not known to have made: ${
      left.join(", ")
    }. It was there before, was imported, or was changed by an apply that never ` +
      "answered, such as one that was killed. To delete it, do so on the Hub.",
  );
}

/** Warns of what others have made of files that a destroy deletes. */
export function warnOfOthers(
  { prior, diagnostics, ...noted }:
    & { readonly prior: Settings }
    & Pick<PartContext, "provider" | "privateState" | "diagnostics">,
): void {
  warnOfLeft(prior, [], { diagnostics, ...noted });
  const { repository, branch } = prior;
  const managed = managedBy(noted);
  const sent = hashesIn(noted, "sent");
  const changed = [...hashesIn(noted, "seen")].filter(([path, oid]) =>
    managed[path] && oid !== null && sent.has(path) && oid !== sent.get(path)
  );
  if (changed.length === 0) return;
  const paths = changed.map(([path]) => path).join(", ");
  diagnostics.addWarning(
    `Files of ${repository} were changed elsewhere`,
    `Somebody has changed ${paths} on the branch ${branch} since the last ` +
      "apply. The destroy deletes that, too; it stays in the history of the " +
      "branch.",
  );
}

/** Deletes what this resource made, in one commit. */
export async function remove(
  at: PartPlace,
  { state, object }: {
    readonly state: Settings;
    readonly object: RemoteObject;
  },
): Promise<void> {
  try {
    await write(at, { plan: state, object }, []);
  } catch (error) {
    const found = await readFiles(at, state, ["README.md"]).catch(() => null);
    // The branch is gone, and with it the files.
    if (found !== undefined) throw error;
  }
}

/** The files of a plan, as far as they are known. */
export interface PlannedFiles {
  readonly repository: string | Unknown;
  readonly repository_type: string | Unknown;
  readonly branch: string | Unknown;
  readonly overwrite: boolean | Unknown;
}

/**
 * The claims of a plan or a state of files, also of those that somebody has
 * changed since it was made.
 */
export function fileClaims(
  { repository, repository_type, branch }: PlannedFiles,
  paths: Paths,
  noted?: PrivateNotes,
): readonly Claim[] {
  const [type, id, on] = knownTexts(repository_type, repository, branch) ?? [];
  if (type === undefined || id === undefined || on === undefined) return [];
  const managed = noted === undefined ? [] : Object.keys(managedBy(noted));
  return [
    ...managed.map((path) => fileClaim(repoPath(type, id), on, path)),
    ...paths.map(([path, at]) => fileClaim(repoPath(type, id), on, path, at)),
  ];
}

/** Tells what another resource of this run is to have, such as a replacement. */
function takenBy(
  context: Pick<PartContext, "provider"> & PrivateNotes,
  files: PlannedFiles,
): (path: string) => boolean {
  const { claims } = context.provider;
  return (path) =>
    fileClaims(files, [[path, Path.root]])
      .flatMap((claim) => claims.of(claim, context))
      .some(({ isPlanned }) => isPlanned);
}
