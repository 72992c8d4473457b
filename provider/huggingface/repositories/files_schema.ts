import { p, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { Encoding } from "../repo/file_content.ts";
import {
  type ActualFiles,
  contentNow,
  contentsNow,
} from "../repo/managed_files.ts";
import { parentAttributes, partId, type PartName } from "../repo/repo_part.ts";
import { requireText } from "../define/inputs.ts";
import { decodeText } from "../schema/ids.ts";
import { overwriteOf } from "../repo/repo_fields.ts";
import { base64, filePath, refName, textUpTo } from "../schema/validators.ts";

/** The contents of many files, or of one. */
interface Body {
  readonly files?: Readonly<Record<string, string>>;
  readonly filesBase64?: Readonly<Record<string, string>>;
  readonly content?: string;
  readonly contentBase64?: string;
}

export interface FilesWire extends Record<"create" | "update", Body> {
  readonly response: ActualFiles;
}

const b = bindingTo<FilesWire>();

type Texts = Readonly<Record<string, string>>;

/** The name of a set of files; the paths of an import follow. */
export const setName: PartName<"branch"> = {
  kind: "files",
  keys: { branch: "The branch." },
  word: "tree",
  pathOf: (branch) => `tree/${encodeURIComponent(`${branch}`)}`,
  parse: (branch) => ({ branch: decodeText(branch) }),
  restOf: ({ revision }) => revision && encodeURIComponent(revision),
  idIs: [
    "the ID of a set of files",
    "`namespace/name/tree/BRANCH?path=PATH`, with a `path` for each file, such " +
    "as `acme/my-model/tree/main?path=README.md&path=config.json`, and " +
    "`datasets/` or `spaces/` before it for these. An apply takes over equal " +
    "files too, without a commit.",
  ],
};

export const fileName: PartName<"branch" | "path"> = {
  kind: "file",
  keys: { branch: "The branch.", path: "The path in the repository." },
  word: "blob",
  pathOf: (branch, path) => `blob/${encodeURIComponent(`${branch}`)}/${path}`,
  parse(rest) {
    const [, branch, path] = /^([^/]+)\/(.+)$/s.exec(rest) ?? [];
    return branch === undefined || path === undefined
      ? undefined
      : { branch: decodeText(branch), path };
  },
  restOf: ({ revision, path }) =>
    revision && path && `${encodeURIComponent(revision)}/${path}`,
  idIs: [
    "the ID of a file",
    "`namespace/name/blob/BRANCH/PATH`, such as " +
    "`acme/my-model/blob/main/README.md`, with `datasets/` or `spaces/` " +
    "before it for these, or the address of its page. A `/` of the branch is " +
    "written as `%2F`.",
  ],
};

/** A map of contents in a body; an answer has what is there of the files. */
function contents(encoding: Encoding) {
  return {
    encode: (files: Texts) => files,
    decode: (found: ActualFiles["files"], kept: Texts | null | undefined) =>
      kept && contentsNow(found, kept, encoding),
  };
}

/** As {@linkcode contents}, for one file. */
function content(encoding: Encoding) {
  return {
    encode: (text: string) => text,
    decode: (found: ActualFiles["files"], kept: string | null | undefined) => {
      const [file] = Object.values(found);
      return typeof kept === "string" && file !== undefined
        ? contentNow(file, kept, encoding) ?? null
        : null;
    },
  };
}

/** The attributes of both; those in `contents` make a commit. */
function attributesOf(...contents: readonly string[]) {
  return {
    ...parentAttributes("model", "dataset", "space"),
    branch: b.local(
      s.string({
        optional: true,
        default: "main",
        description: "The branch. Default `main`.",
        validators: [refName("branch")],
      }),
      { change: "immutable" },
    ),
    overwrite: b.local(overwriteOf("this is destroyed")),
    commit_message: b.local(s.string({
      optional: true,
      default: "Update from Terraform",
      description: "The message of commits. Default `Update from Terraform`.",
      validators: [textUpTo(500)],
    })),
    commit: b.computed("commit", types.string, {
      description: "The commit of the last change here: 40 hex digits.",
      planModifiers: [p.computedFrom(contents)],
    }),
  };
}

const advice = "Give local files by `file()` and `filebase64()`, folders by " +
  "`fileset()`. Files that have to go by Git LFS or Xet (binary files, more " +
  "than 10 MB, or a type such as `.safetensors`) are refused: upload them with " +
  "`hf upload`. What was imported, or changed by an apply that never answered, " +
  "counts as not made here: it stays, which the plan says. What somebody " +
  "changes, or deletes and commits again, counts as made here still, unless it " +
  "is too large for a plan or no text. A replacement, as by `-replace`, is " +
  "refused. A Space that is paused is paused again after a commit, which may " +
  "start it.";

export const setSchema = s.schema({
  description:
    "Small files, at most 1,000, on a branch of a repository, which are " +
    "committed together: one commit an apply, and none for what is equal already. Other files are " +
    "left alone, and only files that this resource made are deleted by it. " +
    "What is changed elsewhere is put right.\n\nThe Hub allows about 128 " +
    `commits an hour, so prefer this to many \`huggingface_repo_file\`. ${advice}`,
  attributes: {
    id: partId("Such as `acme/my-model/tree/main`.", setName),
    ...attributesOf("files", "files_base64"),
    files: b.mapped("files", types.map(types.string), {
      optional: true,
      description: "Text files: their content by path.",
      validators: [v.keys(filePath)],
      ...contents("text"),
      response: "files",
    }),
    files_base64: b.mapped("filesBase64", types.map(types.string), {
      optional: true,
      description: "Text that is not in UTF-8: its content in base64 by path.",
      validators: [v.atLeastOneOf("files"), v.keys(filePath), v.each(base64())],
      ...contents("base64"),
      response: "files",
    }),
  },
});

export const fileSchema = s.schema({
  description:
    "A small file on a branch of a repository. What is equal already is not " +
    "committed; what is changed elsewhere is put right. It is deleted only if " +
    "this resource made it.\n\nEach change is a commit, of which the Hub " +
    "allows about 128 an hour: for more than a few files use " +
    "`huggingface_repo_files`. " + advice,
  attributes: {
    id: partId("Such as `acme/my-model/blob/main/README.md`.", fileName),
    ...attributesOf("content", "content_base64"),
    path: b.local(
      requireText("The path in the repository, such as `README.md`.", filePath),
      { change: "immutable" },
    ),
    content: b.mapped("content", types.string, {
      optional: true,
      description: "The content, as text.",
      validators: [v.exactlyOneOf("content_base64")],
      ...content("text"),
      response: "files",
    }),
    content_base64: b.mapped("contentBase64", types.string, {
      optional: true,
      description: "The content, in base64.",
      validators: [base64()],
      ...content("base64"),
      response: "files",
    }),
  },
});
