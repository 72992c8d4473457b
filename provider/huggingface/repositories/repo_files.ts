/**
 * `huggingface_repo_files` and `huggingface_repo_file`: small files on a branch
 * of a repository.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  isUnknown,
  p,
  Path,
  type Resource,
  rules,
  s,
  types,
  type Unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { definerFor } from "../object/bound.ts";
import { idByParts } from "../object/derived_id.ts";
import type { PrivateNotes } from "../object/notes.ts";
import { attempt, type RemoteObject } from "../object/remote_object.ts";
import { decodeText } from "../schema/ids.ts";
import { writePermission } from "../repo/repo_object.ts";
import {
  blobId,
  bytesOf,
  type Contents,
  type DesiredFile,
  type Encoding,
  type Paths,
  pathsIn,
  refuseClashes,
  refuseUncommittable,
  textIn,
  wantedOf,
} from "../repo/file_content.ts";
import {
  type ActualFiles,
  fileClaims,
  type FoundFile,
  noteFound,
  type Place,
  type PlannedFiles,
  readFiles,
  refusalOf,
  refuseFound,
  remove,
  type Settings,
  warnOfOthers,
  write,
} from "../repo/managed_files.ts";
import {
  type PartPlace,
  readPlace,
  repositoryParent,
} from "../repo/repo_parent.ts";
import {
  identifyPart,
  type OwnedAnswer,
  type OwnedJson,
  ownerAnswer,
  ownerAttributes,
  type PartContext,
  partId,
  type PartName,
} from "../repo/repo_part.ts";
import { refuseInvalidReadme } from "../repo/readme.ts";
import { base64, filePath, refName } from "../schema/validators.ts";

/** The fields of many files, or of one. */
interface Body extends OwnedJson {
  readonly branch: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly filesBase64?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly content?: string;
  readonly contentBase64?: string;
}

interface Wire {
  readonly create: Body;
  readonly update: Partial<Body>;
  readonly response: OwnedAnswer & Pick<Body, "branch" | "path"> & {
    /** The files that are there, by path. */
    readonly files: ActualFiles["files"];
    readonly commit?: string;
  };
}

const b = bindingTo<Wire>();

type Texts = Readonly<Record<string, string>>;

/** The name of a set of files; the paths of an import follow. */
const setName: PartName<"branch"> = {
  kind: "files",
  keys: { branch: "The branch." },
  word: "tree",
  pathOf: (branch) => `tree/${encodeURIComponent(`${branch}`)}`,
  parse: (branch) => ({ branch: decodeText(branch) }),
  restOf: ({ revision }) => revision && encodeURIComponent(revision),
  idIs: [
    "the ID of a set of files",
    "`namespace/name/tree/BRANCH?path=PATH`, with a `path` for each file that " +
    "is to be read, " +
    "such as `acme/my-model/tree/main?path=README.md&path=config.json`, and " +
    "`datasets/` or `spaces/` before it for these. Files that have the " +
    "content of the configuration already are taken over by an apply too, " +
    "without a commit.",
  ],
};

/** The name of a file: in a path, a `/` of the branch is written as `%2F`. */
const fileName: PartName<"branch" | "path"> = {
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
    "before it for these, or the address of its page. A `/` in the name of " +
    "the branch is written as `%2F`.",
  ],
};

/** The content of a file by now: what is kept, or what others made of it. */
function contentNow(
  { oid, base64 }: FoundFile,
  kept: string,
  encoding: Encoding,
): string | undefined {
  if (oid === blobId(bytesOf[encoding](kept))) return kept;
  if (base64 === undefined || encoding === "base64") return base64;
  return textIn(Buffer.from(base64, "base64"));
}

/** A map of contents in a body; an answer has what is there of the files. */
function contents(encoding: Encoding) {
  return {
    encode: (files: Texts) => files,
    decode: (found: ActualFiles["files"], kept: Texts | null | undefined) =>
      kept &&
      Object.fromEntries(
        Object.entries(kept).flatMap(([path, text]) => {
          const file = Object.hasOwn(found, path) ? found[path] : undefined;
          const now = file && contentNow(file, text, encoding);
          return now === undefined ? [] : [[path, now]];
        }),
      ),
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
    ...ownerAttributes,
    branch: b.field("branch", types.string, {
      optional: true,
      default: "main",
      description: "The branch. Default `main`.",
      validators: [refName("branch")],
      change: "immutable",
    }),
    overwrite: b.local(s.bool({
      optional: true,
      default: false,
      description: "Whether a file is overwritten that is there with other " +
        "content and was not made by this resource, and whether one is " +
        "overwritten or deleted that somebody changed after the plan; else " +
        "each is an error. What was not made here stays when this is " +
        "destroyed. Default `false`.",
    })),
    commit_message: b.local(s.string({
      optional: true,
      default: "Update from Terraform",
      description: "The message of commits. Default `Update from Terraform`.",
      validators: [v.lengthBetween(1, 500)],
    })),
    commit: b.computed("commit", types.string, {
      description: "The commit that made the last change here, for " +
        "`revision` of a tag or an endpoint: 40 hex digits.",
      planModifiers: [p.computedFrom(contents)],
      sometimesReturned: true,
    }),
  };
}

const advice = "Content comes from the configuration; give local files by " +
  "`file()` and `filebase64()`, and whole folders by `fileset()`. Files that " +
  "have to go by Git LFS or Xet (binary files, files of more than 10 MB, or of " +
  "a type such as `.safetensors`) are refused: upload them with `hf upload`.";

const setSchema = s.schema({
  description:
    "Small files on a branch of a repository, which are committed together: " +
    "one commit an apply, and none for what is equal already. Other files are " +
    "left alone, and only files that this resource made are deleted by it. " +
    "What is changed elsewhere is put right.\n\nThe Hub allows about 128 " +
    "commits an hour, so prefer this to many `huggingface_repo_file`. " +
    advice,
  attributes: {
    id: partId(
      "Repository and branch, such as `acme/my-model/tree/main`.",
      setName,
    ),
    ...attributesOf("files", "files_base64"),
    files: b.mapped("files", types.map(types.string), {
      optional: true,
      description: "Text files: their content by path.",
      validators: [v.keys(filePath())],
      ...contents("text"),
      response: "files",
    }),
    files_base64: b.mapped("filesBase64", types.map(types.string), {
      optional: true,
      description:
        "Files whose text is not in UTF-8: their content in base64 " +
        "by path. The Hub takes no binary files in such a commit.",
      validators: [v.keys(filePath()), v.each(base64())],
      ...contents("base64"),
      response: "files",
    }),
  },
  validators: [rules.atLeastOneOf("files", "files_base64")],
});

const fileSchema = s.schema({
  description:
    "A small file on a branch of a repository. What is equal already is not " +
    "committed; what is changed elsewhere is put right. It is deleted only if " +
    "this resource made it.\n\nEach change is a commit, of which the Hub " +
    "allows about 128 an hour: for more than a few files use " +
    "`huggingface_repo_files`. " + advice,
  attributes: {
    id: partId(
      "Repository, branch and path, such as " +
        "`acme/my-model/blob/main/README.md`.",
      fileName,
    ),
    ...attributesOf("content", "content_base64"),
    path: b.field("path", types.string, {
      required: true,
      description: "The path in the repository, such as `README.md`.",
      validators: [filePath()],
      change: "immutable",
      key: true,
    }),
    content: b.mapped("content", types.string, {
      optional: true,
      description: "The content, as text.",
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
  validators: [rules.exactlyOneOf("content", "content_base64")],
});

/** Files as a state or plan has them; `path` of one alone. */
interface Files extends Settings {
  readonly path?: string;
}

/** The context of a plan. */
type Planning = Pick<
  PartContext,
  "provider" | "signal" | "diagnostics" | "privateState"
>;

/** A call of a resource of files. */
interface FilesCall {
  readonly parent: PartPlace;
  readonly object: RemoteObject;
}

function answerOf(
  files: Files,
  at: PartPlace,
  { files: found, commit }: ActualFiles,
): Wire["response"] {
  return {
    ...ownerAnswer(files, at),
    branch: files.branch,
    ...files.path !== undefined && { path: files.path },
    files: found,
    ...commit !== undefined && { commit },
  };
}

/** The definition of both resources: commits settle their own results. */
function filesDefinition<F extends Files, N extends PlannedFiles>(
  { wantedOf, pathsIn, changed, find }: {
    wantedOf(plan: F): readonly DesiredFile[];
    /** The paths that a plan knows. */
    pathsIn(planned: N): Paths;
    /** The files whose content is known, and another one than before. */
    changed(planned: N, prior: F | null): readonly DesiredFile[];
    find(
      at: PartPlace,
      state: F & { readonly commit?: string | null },
    ): Promise<ActualFiles | undefined>;
  },
) {
  const commit = async (call: FilesCall & { readonly plan: F }) => {
    const { parent: at, plan } = call;
    return answerOf(plan, at, await write(at, call, wantedOf(plan)));
  };
  return {
    access: { permission: writePermission },
    parent: repositoryParent((files: F) => files),
    errors: { refersTo: "branch" as const },
    conflicts: {
      adopts: "equal" as const,
      claims: (planned: N, _: unknown, noted?: PrivateNotes) =>
        fileClaims(planned, pathsIn(planned), noted),
      refusalOf: (planned: N, context: Planning) =>
        refusalOf(planned, changed(planned, null), context),
    },
    async modifyPlan({ prior, ...planning }: Planning & {
      readonly prior: F | null;
      readonly planned: N;
    }) {
      const files = changed(planning.planned, prior);
      refuseFound(files, planning);
      await refuseUncommittable(files, planning);
    },
    planDestroy: warnOfOthers,
    create: commit,
    async read({ parent: at, state, isFresh }: FilesCall & {
      readonly state: F;
      readonly isFresh: boolean;
    }) {
      // Each commit looks at what it overwrites.
      const found = isFresh ? undefined : await find(at, state);
      return found && answerOf(state, at, found);
    },
    update: async (
      { body, ...call }: FilesCall & {
        readonly plan: F;
        readonly body: unknown;
      },
    ) => body === undefined ? undefined : await commit(call),
    delete: (call: FilesCall & { readonly state: F }) =>
      remove(call.parent, call),
  };
}

const setOfFiles = identifyPart(setName);
const oneFile = identifyPart(fileName);

/** The paths of `tree/main?path=README.md`, or of a page's address. */
function pathsOf(id: string): readonly string[] {
  const search = id.split("?").slice(1).join("?");
  return id.includes("://")
    ? new URLSearchParams(search).getAll("path")
    : `&${search}`.split("&path=").slice(1);
}

/** The resource `huggingface_repo_files`. */
export const repoFiles: Resource = definerFor<Wire>()({
  typeName: "huggingface_repo_files",
  schema: setSchema,
  kind: setName.kind,
  ...filesDefinition<Files & Contents, PlannedFiles & PlannedMaps>({
    wantedOf,
    pathsIn: ({ files, files_base64 }) => pathsIn({ files, files_base64 }),
    changed: ({ files, files_base64 }, prior) =>
      wantedOf({
        files: changedOf(files, prior?.files),
        files_base64: changedOf(files_base64, prior?.files_base64),
      }),
    async find(at, state) {
      const paths = Object.keys({ ...state.files, ...state.files_base64 });
      // Without a path, something has to tell whether the branch is there.
      const asked = paths.length === 0 ? ["README.md"] : paths;
      return await readFiles(at, state, asked, wantedOf(state));
    },
  }),
  identity: {
    async importKey({ id = "", ...context }) {
      const [start = ""] = id.split("?");
      const place = await setOfFiles.identity.importKey({
        ...context,
        id: start,
        identity: undefined,
      });
      const paths = pathsOf(id);
      noteFound(paths, context);
      const all = await Promise.all(
        paths.map((path) => contentOf({ ...place, path }, context)),
      );
      const named = (kind: keyof Content) => {
        const files = Object.fromEntries(
          all.flatMap(({ path, [kind]: text }) =>
            text === null ? [] : [[path, text]]
          ),
        );
        return Object.keys(files).length === 0 ? null : files;
      };
      return {
        ...place,
        files: named("content"),
        files_base64: named("content_base64"),
      };
    },
  },
  async validate({ config: { files, files_base64 }, diagnostics }) {
    refuseClashes(pathsIn({ files, files_base64 }), diagnostics);
    const readme = isUnknown(files) ? undefined : files?.["README.md"];
    const at = Path.root.attribute("files").key("README.md");
    await refuseInvalidReadme(readme, at, diagnostics);
  },
});

/** Texts of a plan, by path. */
type PlannedTexts = Readonly<Record<string, string | Unknown>> | Unknown | null;
type PlannedMaps = Readonly<Record<keyof Contents, PlannedTexts>>;

/** The files whose content is known, and another one than before. */
function changedOf(
  files: PlannedTexts,
  before: Texts | null = null,
): Texts {
  if (files === null || isUnknown(files)) return {};
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, content]) =>
      isUnknown(content) || content === before?.[path] ? [] : [[path, content]]
    ),
  );
}

interface OneFile extends Place {
  readonly path: string;
}

function wantedOfOne(
  { path, content, content_base64 }: Pick<OneFile, "path"> & Content,
): readonly DesiredFile[] {
  const one = (text: string | null) => text === null ? null : { [path]: text };
  return wantedOf({ files: one(content), files_base64: one(content_base64) })
    .map((wanted) => ({ ...wanted, at: Path.root.attribute("path") }));
}

/** The resource `huggingface_repo_file`. */
export const repoFile: Resource = definerFor<Wire>()({
  typeName: "huggingface_repo_file",
  schema: fileSchema,
  ...oneFile,
  ...filesDefinition<
    Settings & OneFile & Content,
    & PlannedFiles
    & Readonly<Record<keyof Content, string | Unknown | null>>
    & { readonly path: string | Unknown }
  >({
    wantedOf: wantedOfOne,
    pathsIn: ({ path }) =>
      isUnknown(path) ? [] : [[path, Path.root.attribute("path")]],
    changed({ path, content, content_base64 }, prior) {
      if (isUnknown(path)) return [];
      const changed = (text: string | Unknown | null, before?: string | null) =>
        isUnknown(text) || text === before ? null : text;
      return wantedOfOne({
        path,
        content: changed(content, prior?.content),
        content_base64: changed(content_base64, prior?.content_base64),
      });
    },
    async find(at, state) {
      const found = await readFiles(
        at,
        state,
        [state.path],
        wantedOfOne(state),
        state.commit === undefined,
      );
      return found && Object.hasOwn(found.files, state.path)
        ? found
        : undefined;
    },
  }),
  identity: {
    ...oneFile.identity,
    async importKey(context) {
      const file = await oneFile.identity.importKey(context);
      noteFound([file.path], context);
      return await contentOf(file, context);
    },
  },
  async validate({ config: { path, content }, diagnostics }) {
    const at = Path.root.attribute("content");
    const readme = path === "README.md" ? content : undefined;
    await refuseInvalidReadme(readme, at, diagnostics);
  },
});

/** The content of a file as text, or in base64 if it is none. */
interface Content {
  readonly content: string | null;
  readonly content_base64: string | null;
}

/** Reads a file that is imported. */
async function contentOf<P extends OneFile>(
  place: P,
  context: PartContext,
): Promise<P & Content> {
  const found = await readPlace(place, context);
  if (found === undefined) {
    return { ...place, content: null, content_base64: null };
  }
  const { client, repo } = found;
  const bytes = await attempt(
    "import",
    {
      kind: "file",
      id: idByParts(fileSchema)(place),
      permission: writePermission,
      context,
    },
    () =>
      client.files.readBytes(
        repo,
        place.path,
        { revision: place.branch },
        found,
      ),
  );
  const text = textIn(bytes);
  return {
    ...place,
    content: text ?? null,
    content_base64: text === undefined
      ? Buffer.from(bytes).toString("base64")
      : null,
  };
}
