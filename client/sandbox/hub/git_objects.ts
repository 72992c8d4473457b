import { type Bytes, fromHex, toHex } from "../core/bytes.ts";

/** A file at some commit. */
export interface FileRecord {
  /** Id of the git blob: of the content, or of the pointer to a large file. */
  readonly oid: string;
  readonly bytes: Bytes;
  /** SHA-256 of the content of a large file; undefined for others. */
  readonly sha256: string | undefined;
}

/** The files of a commit, by path. */
export type Files = ReadonlyMap<string, FileRecord>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Decodes the content as text; empty for no file. */
export function readText(file: FileRecord | undefined): string {
  return file === undefined ? "" : decoder.decode(file.bytes);
}

/** Tests whether bytes are binary, by the rule of git: a zero near the start. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** Computes a hash in hexadecimal digits. */
export async function digest(
  algorithm: "SHA-1" | "SHA-256",
  bytes: Bytes,
): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)));
}

/** The most ids that are kept, and the size of what they are of. */
const [MOST_KEPT, SMALL_BYTES] = [200, 1024];

/** Ids of small objects: the first commits of most repositories are alike. */
const kept = new Map<string, Promise<string>>();

function gitObjectId(type: string, content: Bytes): Promise<string> {
  const object = join([
    encoder.encode(`${type} ${content.length}\0`),
    content,
  ]);
  if (content.length > SMALL_BYTES) return digest("SHA-1", object);
  const key = String.fromCharCode(...object);
  const id = kept.get(key) ?? digest("SHA-1", object);
  // The one that was not used for longest is the first.
  kept.delete(key);
  kept.set(key, id);
  for (const first of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(first);
  }
  return id;
}

function join(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Makes a file that git itself stores. */
export async function regularFile(
  content: Bytes | string,
): Promise<FileRecord> {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return { oid: await gitObjectId("blob", bytes), bytes, sha256: undefined };
}

/** Makes a file that git stores a pointer to. */
export async function largeFile(
  bytes: Bytes,
  sha256: string,
): Promise<FileRecord> {
  const pointer = encoder.encode(pointerText({ bytes, sha256 }));
  return { oid: await gitObjectId("blob", pointer), bytes, sha256 };
}

/** Returns the pointer that git stores in place of a large file. */
export function pointerText(
  { bytes, sha256 }: Pick<FileRecord, "bytes" | "sha256">,
): string {
  return "version https://git-lfs.github.com/spec/v1\n" +
    `oid sha256:${sha256}\nsize ${bytes.length}\n`;
}

interface Folder {
  readonly files: Map<string, string>;
  readonly folders: Map<string, Folder>;
}

type Trees = ReadonlyMap<string, string>;

/** The trees of files that several commits have. */
const treesOf = new WeakMap<Files, Trees>();

/** Computes the ids of the trees by folder; the root has the empty path. */
export async function hashTrees(files: Files): Promise<Trees> {
  const known = treesOf.get(files);
  if (known !== undefined) return known;
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, { oid }] of files) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = root;
    for (const each of names) {
      const inner = folder.folders.get(each) ??
        { files: new Map(), folders: new Map() };
      folder.folders.set(each, inner);
      folder = inner;
    }
    folder.files.set(name, oid);
  }
  const trees = new Map<string, string>();
  await hashTree(root, "", trees);
  treesOf.set(files, trees);
  return trees;
}

async function hashTree(
  folder: Folder,
  path: string,
  trees: Map<string, string>,
): Promise<string> {
  // Git sorts a folder as if its name ended in a slash.
  const entries: [sorted: string, mode: string, name: string, oid: string][] = [
    ...folder.files,
  ].map(([name, oid]) => [name, "100644", name, oid]);
  for (const [name, inner] of folder.folders) {
    const oid = await hashTree(
      inner,
      path === "" ? name : `${path}/${name}`,
      trees,
    );
    entries.push([`${name}/`, "40000", name, oid]);
  }
  entries.sort(([a], [b]) => a < b ? -1 : 1);
  const content = join(entries.flatMap(([, mode, name, oid]) => [
    encoder.encode(`${mode} ${name}\0`),
    fromHex(oid),
  ]));
  const oid = await gitObjectId("tree", content);
  trees.set(path, oid);
  return oid;
}

/** The content of a commit, from which its id is computed. */
export interface CommitContent {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly at: number;
  /** First line of the message. */
  readonly title: string;
  /** The rest of the message. */
  readonly message: string;
}

/** Computes the id of a commit. */
export function hashCommit(commit: CommitContent): Promise<string> {
  const { tree, parents, author, at, title, message } = commit;
  const seconds = Math.floor(at / 1000);
  const signature =
    `${author} <${author}@users.noreply.huggingface.co> ${seconds} +0000`;
  const text = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signature}`,
    `committer ${signature}`,
    "",
    title,
    ...(message === "" ? [] : ["", message]),
    "",
  ].join("\n");
  return gitObjectId("commit", encoder.encode(text));
}
