/**
 * The content of files as configurations give it, and what of it a commit of
 * this provider can carry.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import {
  type Diagnostics,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import type { CommitOperation } from "@hf-terraform/client";

/** Larger files go by Git LFS or Xet, whatever they are called. */
const LARGEST_BYTES = 10_000_000;

/** What `.gitattributes` of a new repository sends by Git LFS or Xet. */
const largeSuffix =
  /\.(?:7z|arrow|bin|bz2|ckpt|ftz|gz|h5|joblib|mlmodel|model|msgpack|npy|npz|onnx|ot|parquet|pb|pickle|pkl|pt|pth|rar|safetensors|tar|tflite|tgz|wasm|xz|zip|zst)$/;

/** What to do with files that no commit can carry. */
export const uploadAdvice =
  "Such files go by Git LFS or Xet, which a commit of this " +
  "provider cannot do. Upload it with `hf upload`, or with " +
  "`upload_file` of huggingface_hub, and leave it out here.";

/** The content of files as configurations give it. */
export interface Contents {
  /** Text by path. */
  readonly texts: Readonly<Record<string, string>> | null;
  /** Bytes in base64 by path. */
  readonly base64: Readonly<Record<string, string>> | null;
}

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

/** How a configuration gives content. */
export type Encoding = keyof typeof bytesOf;

/** Refuses at plan what can be seen to go by Git LFS or Xet. */
export function refuseLarge(
  name: string,
  content: string | Unknown | null,
  encoding: Encoding,
  at: Path,
  diagnostics: Diagnostics,
): void {
  const size = typeof content === "string"
    ? bytesOf[encoding](content).length
    : 0;
  const why = largeSuffix.test(name)
    ? "files of its type do"
    : size > LARGEST_BYTES
    ? `it has ${size} bytes, more than ${LARGEST_BYTES}`
    : undefined;
  if (why === undefined) return;
  diagnostics.addError(
    `${name} has to go by Git LFS or Xet`,
    `Because ${why}. ${uploadAdvice}`,
    at,
  );
}

/** A file that is to be there. */
export interface Wanted {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly operation: CommitOperation;
  /** The attribute that errors about it are placed at. */
  readonly at: Path;
}

/** The files of `files` and `files_base64`. */
export function wantedOf({ texts, base64 }: Contents): Wanted[] {
  const root = Path.root;
  return [
    ...Object.entries(texts ?? {}).map(([path, content]) => ({
      path,
      bytes: bytesOf.text(content),
      operation: { path, content },
      at: root.attribute("files").key(path),
    })),
    ...Object.entries(base64 ?? {}).map(([path, text]) => {
      const bytes = bytesOf.base64(text);
      const operation = { path, content: bytes };
      const at = root.attribute("files_base64").key(path);
      return { path, bytes, operation, at };
    }),
  ];
}

/** The most files of one resource: the Hub is asked about all of them at once. */
const MOST_FILES = 1000;

/** The paths of files that are configured, each with its attribute. */
export type Paths = readonly (readonly [path: string, at: Path])[];

/** The paths in maps of files by the names of their attributes. */
export function pathsIn(
  maps: Readonly<Record<string, object | Unknown | null>>,
): Paths {
  return Object.entries(maps).flatMap(([name, map]) =>
    map === null || isUnknown(map)
      ? []
      : Object.keys(map).map((path) =>
        [path, Path.root.attribute(name).key(path)] as const
      )
  );
}

/**
 * Refuses paths of which a clone cannot have both: one path twice, a file that
 * is a folder too, names that some systems take for one.
 */
export function refuseClashes(paths: Paths, diagnostics: Diagnostics): void {
  // Terraform itself makes one of the forms that Unicode has for a letter.
  const folded = (path: string) => path.toLowerCase();
  const seen = new Map<string, string>();
  for (const [path, at] of paths) {
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
  for (const [path, at] of paths) {
    const parts = folded(path).split("/");
    const folder = parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"))
      .map((part) => seen.get(part)).find((other) => other !== undefined);
    if (folder === undefined) continue;
    diagnostics.addError(
      `${folder} is a file and a folder`,
      `${path} lies in it, and Git cannot have both. Give one of them another ` +
        "name.",
      at,
    );
  }
  if (paths.length <= MOST_FILES) return;
  diagnostics.addError(
    `More than ${MOST_FILES} files`,
    `There are ${paths.length}, and one commit takes ${MOST_FILES}. Divide ` +
      "them among several resources, or upload them with `hf upload`.",
    paths[0]?.[1],
  );
}
