import { keepNote, type PrivateNotes, readNote } from "../object/notes.ts";
import { blobId, type DesiredFile } from "./file_content.ts";

/** The paths that are managed, and how they came to be. */
export function managedBy(noted: PrivateNotes): FileNotes {
  return readNote(noted, "files") ?? {};
}

/** Git's hashes that are noted, by path. */
export function hashesIn(
  noted: PrivateNotes,
  name: "seen" | "sent",
): Map<string, string | null> {
  return new Map(Object.entries(readNote(noted, name) ?? {}));
}

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
export function ownedBy(
  noted: PrivateNotes,
): (path: string, oid: string | undefined) => boolean {
  const managed = managedBy(noted);
  const sent = hashesIn(noted, "sent");
  return (path, oid) =>
    typeof managed[path] === "boolean" || sent.get(path) === oid;
}

/** Notes files that an import found: they are managed, and not made here. */
export function noteFound(paths: readonly string[], noted: PrivateNotes): void {
  const found = Object.fromEntries(paths.map((path) => [path, false]));
  keepNote(noted, "files", found);
}

/** The notes of a state whose own are lost: its files are found as they are. */
export function noteLostFiles(
  files: readonly DesiredFile[],
  notes: PrivateNotes,
): void {
  noteFound(files.map(({ path }) => path), notes);
  noteSeen(hashesOf(files), notes);
}

/** Files by path, each with the hash that Git gives it. */
export function hashesOf(files: readonly DesiredFile[]) {
  return files.map(({ path, bytes }) => [path, blobId(bytes)] as const);
}

/** The managed paths, each with how it came to be: see the note `files`. */
export type FileNotes = Readonly<Record<string, boolean | null>>;
