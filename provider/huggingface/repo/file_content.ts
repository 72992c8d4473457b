import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import {
  type Diagnostics,
  type DiagnosticsError,
  failure,
  isUnknown,
  Path,
  replaceControlCharacters,
  type Unknown,
} from "@hf-terraform/framework";
import type {
  CommitOperation,
  FileUpload,
  NewFile,
} from "@hf-terraform/client";
import type { AdviceContext } from "../provider_data.ts";
import type { Claim } from "../object/claims.ts";
import { repoRefOf } from "./repo_fields.ts";
import { planAdvice } from "../cost/plan_advice.ts";

/** Larger files go by Git LFS or Xet, whatever they are called. */
const LARGEST_BYTES = 10_000_000;

/** The files that `.gitattributes` of a new repository sends by Git LFS. */
const largeSuffix =
  /\.(?:7z|arrow|bin|bz2|ckpt|ftz|gz|h5|joblib|mlmodel|model|msgpack|npy|npz|onnx|ot|parquet|pb|pickle|pkl|pt|pth|rar|safetensors|tar|tflite|tgz|wasm|xz|zip|zst)$/;

/** The hash that Git gives a file's content. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes)
    .digest("hex");
}

/** The bytes of a content as configurations give it. */
export const bytesOf = {
  text: (text: string): Uint8Array => Buffer.from(text, "utf8"),
  base64: (text: string): Uint8Array => Buffer.from(text, "base64"),
} as const;

/** The text that bytes are; undefined: they are none that a state can hold. */
export function textIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString("utf8");
  // A state would not hold what steers a terminal as it is.
  const isText = Buffer.from(text, "utf8").equals(bytes) &&
    replaceControlCharacters(text) === text;
  return isText ? text : undefined;
}

export type Encoding = keyof typeof bytesOf;

/** A file that a commit cannot carry, and why, to follow "Because". */
function cannotCommit(
  { path, at }: Pick<DesiredFile, "path" | "at">,
  why: string,
): DiagnosticsError {
  return failure(
    `${path} has to go by Git LFS or Xet`,
    `Because ${why}. A commit of this provider cannot do that. Upload it with ` +
      "`hf upload`, and leave it out here.",
    at,
  );
}

/** The bytes in which git looks for a zero, which makes a file binary. */
const LOOKED_AT_BYTES = 8000;

/** The reason why a commit cannot carry a file, as far as it shows. */
function obstacleTo({ path, bytes }: DesiredFile): string | undefined {
  return largeSuffix.test(path)
    ? "files of its type do"
    : bytes.length > LARGEST_BYTES
    ? `it has ${bytes.length} bytes, more than ${LARGEST_BYTES}`
    : bytes.subarray(0, LOOKED_AT_BYTES).includes(0)
    ? 'it is binary, and the Hub refuses a push that "contains binary files"'
    : undefined;
}

/** Refuses at plan what no commit can carry, by itself or as the Hub says. */
export async function refuseUncommittable(
  changed: readonly DesiredFile[],
  { planned, provider, diagnostics }: AdviceContext & {
    readonly planned: Readonly<
      Record<"repository" | "repository_type" | "branch", string | Unknown>
    >;
  },
): Promise<void> {
  const { repository, repository_type, branch } = planned;
  const open = changed.filter((file) => {
    const why = obstacleTo(file);
    if (why !== undefined) {
      diagnostics.append(cannotCommit(file, why).diagnostics);
    }
    return why === undefined;
  });
  if (
    isUnknown(repository) || isUnknown(repository_type) || isUnknown(branch)
  ) return;
  const repo = repoRefOf({ repository, repository_type });
  const params = { revision: branch };
  const refusals = await refusedUploads(
    open,
    (asked) =>
      planAdvice(provider).ask(
        `files of ${repo.id}`,
        ({ files }, options) =>
          files.getUploadModes(repo, asked, params, options),
      ),
  );
  for (const refusal of refusals) diagnostics.append(refusal.diagnostics);
}

const SAMPLE_BYTES = 512;

/** The errors of files that the Hub, which is asked, takes by Git LFS only. */
export async function refusedUploads(
  files: readonly DesiredFile[],
  ask: (
    asked: readonly NewFile[],
  ) => Promise<readonly FileUpload[] | undefined>,
): Promise<readonly DiagnosticsError[]> {
  if (files.length === 0) return [];
  const modes = await ask(files.map(({ path, bytes }) => {
    const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES));
    return { path, size: bytes.length, sample: sample.toString("base64") };
  }));
  const large = new Set(
    modes?.filter(({ uploadMode }) => uploadMode === "lfs")
      .map(({ path }) => path),
  );
  const why = 'the Hub says so (`uploadMode` "lfs"), by its content, its ' +
    "size or `.gitattributes`";
  return files.filter(({ path }) => large.has(path))
    .map((file) => cannotCommit(file, why));
}

export interface DesiredFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly operation: CommitOperation;
  /** The attribute that errors about it are placed at. */
  readonly at: Path;
}

type PlannedTexts =
  | Readonly<Record<string, string | Unknown>>
  | Unknown
  | null;

/** The contents of files, as plans and states have them. */
export interface Contents {
  readonly files?: PlannedTexts;
  readonly files_base64?: PlannedTexts;
}

/** A file of a plan: its content, or even its path, may be known later. */
export type PlannedFile = DesiredFile | {
  readonly path: string | Unknown;
  readonly at: Path;
  readonly bytes?: undefined;
};

/** The files of a plan or state, without those that were the same before. */
export function filesIn(
  contents: Contents,
  before: Contents = {},
): readonly PlannedFile[] {
  const listOf = (name: keyof Contents, encoding: Encoding) => {
    const { [name]: map = null } = contents;
    const { [name]: kept = null } = before;
    const place = Path.root.attribute(name);
    if (map === null) return [];
    if (isUnknown(map)) return [{ path: map, at: place }];
    return Object.entries(map).flatMap(
      ([path, text]): readonly PlannedFile[] => {
        const at = place.key(path);
        if (isUnknown(text)) return [{ path, at }];
        if (!isUnknown(kept) && kept?.[path] === text) return [];
        const bytes = bytesOf[encoding](text);
        const content = encoding === "text" ? text : bytes;
        return [{ path, bytes, operation: { path, content }, at }];
      },
    );
  };
  return [...listOf("files", "text"), ...listOf("files_base64", "base64")];
}

/** Those of files whose content is known. */
export function knownIn(files: readonly PlannedFile[]): readonly DesiredFile[] {
  return files.filter((file) => file.bytes !== undefined);
}

/** Those of files whose path is known. */
export function namedIn(files: readonly PlannedFile[]) {
  return files.flatMap(({ path, ...file }) =>
    isUnknown(path) ? [] : [{ path, ...file }]
  );
}

/** The most files of one resource: the Hub is asked about all of them at once. */
const MOST_FILES = 1000;

/** The claims of a file, whichever resource manages it, and of its folders. */
export function claimsOfFile(
  repository: string,
  branch: string,
  path: string,
  at?: Path,
): readonly [file: Claim, ...folders: Claim[]] {
  const claim = (path: string): Claim => ({
    thing: `the file ${path} on the branch ${branch} of ${repository}`,
    exact: `${branch}/${path}`,
    within: repository,
    at,
  });
  const why =
    `${path} lies in a folder of that name, and Git cannot have both.`;
  const folders = foldersOf(path)
    .map((folder) => ({ ...claim(folder), isPart: true, why }));
  return [claim(path), ...folders];
}

export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** Refuses paths that no clone can have together, on some systems at least. */
export function refuseClashes(
  files: readonly PlannedFile[],
  diagnostics: Diagnostics,
): void {
  const named = namedIn(files);
  // Terraform itself makes one of the forms that Unicode has for a letter.
  const folded = (path: string) => path.toLowerCase();
  const seen = new Map<string, string>();
  for (const { path, at } of named) {
    const other = seen.get(folded(path));
    seen.set(folded(path), path);
    if (other === undefined) continue;
    const why = other === path
      ? "The path is configured twice, so nobody can tell which content is " +
        "meant. Keep one of the two."
      : `${other} is configured too, and systems that do not tell capital ` +
        "letters from small ones have one file for both. Give one of them " +
        "another name.";
    diagnostics.addError(`Two files are called ${path}`, why, at);
  }
  for (const { path, at } of named) {
    const folder = foldersOf(folded(path)).map((one) => seen.get(one))
      .find((other) => other !== undefined);
    if (folder === undefined) continue;
    diagnostics.addError(
      `${folder} is a file and a folder`,
      `${path} lies in it, and Git cannot have both. Give one of them another ` +
        "name.",
      at,
    );
  }
  if (named.length <= MOST_FILES) return;
  diagnostics.addError(
    `More than ${MOST_FILES} files`,
    `There are ${named.length}, and one commit takes ${MOST_FILES}. Divide ` +
      "them among several resources, or upload them with `hf upload`.",
    named[0]?.at,
  );
}
