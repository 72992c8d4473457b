import { Buffer } from "node:buffer";
import { type CommitOperation, isApiError } from "@hf-terraform/client";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import { keepNote, type PrivateNotes } from "../object/notes.ts";
import {
  orGone,
  outlive,
  type RemoteObject,
  sizeOf,
} from "../object/remote_object.ts";
import {
  blobId,
  bytesOf,
  type DesiredFile,
  type Encoding,
  refusedUploads,
  textIn,
} from "./file_content.ts";
import { commitInTurn, entriesAt, hashesAt } from "./repo_commit.ts";
import type { PartPlace } from "./repo_parent.ts";
import type { PartContext } from "./repo_part.ts";
import {
  type FileNotes,
  hashesIn,
  hashesOf,
  managedBy,
  noteSeen,
  ownedBy,
} from "./file_notes.ts";
import {
  firstOf,
  otherContent,
  type Place,
  type PlannedFiles,
  type Settings,
  takenBy,
} from "./planned_files.ts";

export interface FoundFile {
  readonly oid: string;
  /** Its content in base64, if it is another one than the state has. */
  readonly base64?: string;
}

export interface ActualFiles {
  readonly files: Readonly<Record<string, FoundFile>>;
  /** The commit that has them; absent: only looked at. */
  readonly commit?: string;
}

/** The content of a file by now: what is kept, or what others made of it. */
export function contentNow(
  { oid, base64 }: FoundFile,
  kept: string,
  encoding: Encoding,
): string | undefined {
  if (oid === blobId(bytesOf[encoding](kept))) return kept;
  if (base64 === undefined || encoding === "base64") return base64;
  return textIn(Buffer.from(base64, "base64"));
}

/** As {@linkcode contentNow}, of several files: those that are there, by path. */
export function contentsNow(
  found: ActualFiles["files"],
  kept: Readonly<Record<string, string>>,
  encoding: Encoding,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kept).flatMap(([path, text]) => {
      const file = Object.hasOwn(found, path) ? found[path] : undefined;
      const now = file && contentNow(file, text, encoding);
      return now === undefined ? [] : [[path, now]];
    }),
  );
}

/**
 * Decides what to commit, from what is wanted, noted and there: the missing
 * files, the paths that are left to delete, and the first one that others have
 * changed, which a commit would undo. `isSeen`: a plan has shown ours before.
 */
function decideWrites(
  wanted: readonly DesiredFile[],
  noted: PrivateNotes,
  { there, byService, mayDelete }: {
    readonly there: ReadonlyMap<string, string>;
    readonly byService: ReadonlyMap<string, string>;
    mayDelete(path: string): boolean;
  },
) {
  const seen = hashesIn(noted, "seen");
  const isOwn = ownedBy(noted);
  const missing = wanted.filter(({ path, bytes }) =>
    there.get(path) !== blobId(bytes)
  );
  const left = Object.entries(managedBy(noted)).flatMap(([path, made]) =>
    made && there.has(path) && mayDelete(path) ? path : []
  );
  const all = [...left.map((path) => ({ path, at: undefined })), ...missing];
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
 * The operations and the end of a {@linkcode Commit} that brings the files of a
 * branch to what is wanted, and deletes those that were made but are wanted no
 * longer; `finish` notes that all is as wanted.
 *
 * @param stays The paths that are never deleted.
 * @param found The note of what is there as wanted, and was not managed.
 */
export function writerOf(
  { repo, context }: Pick<PartPlace, "repo" | "context">,
  settings: Pick<Settings, keyof PlannedFiles>,
  wanted: readonly DesiredFile[],
  { stays = [], found = null }: {
    readonly stays?: readonly string[];
    readonly found?: false | null;
  } = {},
) {
  const { branch } = settings;
  const before = managedBy(context);
  const isTaken = takenBy(context, settings);
  const made = new Set(Object.keys(before).filter((path) => before[path]));
  const sent = hashesIn(context, "sent");
  const note = (managed: FileNotes) => {
    keepNote(context, "files", managed);
    keepNote(context, "sent", Object.fromEntries(sent));
    noteSeen(hashesOf(wanted), context);
  };
  const isWanted = new Set(wanted.map(({ path }) => path));
  const unwanted = Object.keys(before)
    .filter((path) => !isWanted.has(path) && !stays.includes(path));
  let added: readonly DesiredFile[] = [];
  let changed: readonly DesiredFile[] = [];
  const looking = { ...context, signal: outlive(context.signal) };
  return {
    async operations(revision: string): Promise<readonly CommitOperation[]> {
      const paths = [...isWanted, ...unwanted];
      const there = await hashesAt(repo, paths, revision, looking);
      const byService = await firstOf(repo, paths, looking);
      for (const [path, oid] of byService) {
        if (isWanted.has(path) && there.get(path) === oid) made.add(path);
      }
      const { missing, left, foreign } = decideWrites(wanted, context, {
        there,
        byService,
        mayDelete: (path) => unwanted.includes(path) && !isTaken(path),
      });
      const isDeleted = left.some((path) => path === foreign?.path);
      if (foreign !== undefined && (isDeleted || !settings.overwrite)) {
        throw otherContent(foreign, foreign.isSeen || isDeleted, branch);
      }
      const { files } = await context.provider.client();
      const { signal } = context;
      const [refusal] = await refusedUploads(
        missing,
        (asked) =>
          files.getUploadModes(repo, asked, { revision: branch }, { signal }),
      );
      if (refusal !== undefined) throw refusal;
      // Of a commit that has it all, what was sent before counts.
      if (missing.length + left.length > 0) {
        changed = missing;
        added = missing.filter(({ path }) => !there.has(path));
      }
      const deleted = left.map((path) => ({ deleted: path }));
      // First, so that a file may become a folder, and a folder a file.
      return [...deleted, ...missing.map(({ operation }) => operation)];
    },
    committed() {
      for (const { path } of added) made.add(path);
      for (const { path, bytes } of changed) sent.set(path, blobId(bytes));
      const own = Object.fromEntries([...made].map((path) => [path, true]));
      note({ ...before, ...own });
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

/** Commits to a branch what differs from what is wanted: see {@linkcode writerOf}. */
export async function write(
  { repo, stableId: repositoryId, context }: PartPlace,
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
      hashesOf(wanted).map(([path, oid]) => [path, { oid }]),
    ),
    ...sha !== undefined && { commit: sha },
  };
}

/** The largest file, in bytes, whose content is read where it has changed. */
const SHOWN_BYTES = 64 * 1024;

/** The most parts of two contents, multiplied: the CLI compares them all. */
const COMPARED_PARTS = 4_000_000;

/**
 * Reads the files of a state; undefined: the branch is gone. Content is asked
 * for only where it is another one than `wanted`, and the commit by an import.
 */
export async function readFiles(
  { repo, context }: Pick<PartPlace, "repo" | "context">,
  { branch }: Pick<Place, "branch">,
  paths: readonly string[],
  { wanted = [], isImport = false }: {
    readonly wanted?: readonly DesiredFile[];
    readonly isImport?: boolean;
  } = {},
): Promise<ActualFiles | undefined> {
  const kept = new Map(wanted.map((file) => [file.path, file]));
  const { provider, signal } = context;
  try {
    const looking = { ...context, expand: isImport };
    const entries = (await entriesAt(repo, paths, branch, looking))
      .filter(({ type }) => type !== "directory");
    const once = new Map(entries.map((entry) => [entry.path, entry]));
    const files = new Map(
      await Array.fromAsync(tenAtATime(once.values(), async (entry) => {
        const { type, path, size = Infinity, lfs } = entry;
        const file = kept.get(path);
        const known = file && blobId(file.bytes);
        // What an answer does not tell is as it was.
        const { oid = known ?? "" } = entry;
        const found = [path, { oid }] as const;
        if (file === undefined || known === oid) return found;
        const isSmall = type === "file" && !lfs && size <= SHOWN_BYTES;
        const { files } = await provider.client();
        const bytes = isSmall && await orGone(
          files.readBytes(repo, path, { revision: branch }, { signal }),
        );
        if (bytes === undefined) return found;
        const { operation } = file;
        const isText = "content" in operation &&
          typeof operation.content === "string";
        const isLong = bytes &&
          countParts(bytes) * countParts(file.bytes) > COMPARED_PARTS;
        if (!bytes || isText && (isLong || textIn(bytes) === undefined)) {
          warnOfOther(file, { branch, size }, context);
          return found;
        }
        const base64 = Buffer.from(bytes).toString("base64");
        return [path, { oid, base64 }] as const;
      })),
    );
    noteSeen(
      wanted.map(({ path }) => [path, files.get(path)?.oid ?? null]),
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

function countParts(bytes: Uint8Array): number {
  // Line ends of JSON are escaped.
  return Math.max(
    ...["\n", ",", "\\"].map((end) =>
      bytes.filter((byte) => byte === end.charCodeAt(0)).length
    ),
  );
}

/** Tells a file that somebody changed from one that is missing in the plan. */
function warnOfOther(
  { path, at }: DesiredFile,
  { branch, size }: Pick<Place, "branch"> & { readonly size: number },
  context: PartContext,
): void {
  keepNote(context, "files", { ...managedBy(context), [path]: false });
  const much = Number.isFinite(size) ? ` (${sizeOf(size)})` : "";
  context.diagnostics.addWarning(
    `${path} was changed elsewhere`,
    `It has other content on ${branch}${much}, too large for a plan or no ` +
      "text: it shows as missing, is replaced if configured, and never deleted.",
    at,
  );
}
