/**
 * `huggingface_repo_files` and `huggingface_repo_file`: small files on a branch
 * of a repository.
 *
 * Routes below `/api/{type}s/{repository}`: GET `/revision/{branch}`, POST
 * `/paths-info/{commit}`, `/preupload/{branch}` and `/commit/{branch}`. The
 * token needs `repo.write`.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  isUnknown,
  Path,
  type Resource,
  rules,
  s,
  tamed,
  types,
  type Unknown,
  v,
  type Value,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { type About, definerFor } from "../shared/object/bound.ts";
import { attempt } from "../shared/object/remote_object.ts";
import { decoded, invalidId } from "../shared/ids.ts";
import { writePermission } from "../shared/repo/repo_object.ts";
import {
  blobId,
  bytesOf,
  type Encoding,
  type Paths,
  pathsIn,
  refuseClashes,
  refuseLarge,
  type Wanted,
  wantedOf,
} from "../shared/repo/file_content.ts";
import {
  claimsOf,
  type Found,
  look,
  type Place,
  releaseUnwanted,
  remove,
  rewrite,
  type Settings,
  what,
  writeNew,
} from "../shared/repo/managed_files.ts";
import {
  checkNewName,
  followOwner,
  importedOwner,
  type OwnedAnswer,
  type OwnedJson,
  ownerAnswer,
  ownerAttributes,
  type OwnerConfig,
  ownerId,
  parsePart,
  type PartContext,
  partId,
  partIdentity,
} from "../shared/repo/repo_part.ts";
import { refuseInvalidReadme } from "../shared/repo/readme.ts";
import { base64, filePath, refName } from "../shared/validators.ts";

/** What the provider sends of many files, or of one. */
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
  readonly answer: OwnedAnswer & Pick<Body, "branch" | "path"> & {
    /** Git's hashes of the files, by path. */
    readonly oids: Readonly<Record<string, string>>;
    readonly commit?: string;
  };
}

const b = bindingTo<Wire>();

type Texts = Readonly<Record<string, string>>;

/** A map of contents in a body; in an answer it has Git's hashes instead. */
function contents(encoding: Encoding) {
  return {
    to: (files: Texts) => files,
    from: (oids: Texts, kept: Texts | null | undefined) =>
      kept &&
      Object.fromEntries(
        Object.entries(kept).filter(([path, text]) =>
          oids[path] === blobId(bytesOf[encoding](text))
        ),
      ),
  };
}

/** As {@linkcode contents}, for one file. */
function content(encoding: Encoding) {
  return {
    to: (text: string) => text,
    from: (oids: Texts, kept: string | null | undefined) =>
      typeof kept === "string" &&
        Object.values(oids).includes(blobId(bytesOf[encoding](kept)))
        ? kept
        : null,
  };
}

/** The attributes of both; those in `contents` make a commit. */
function attributesOf(...contents: readonly string[]) {
  return {
    ...ownerAttributes,
    branch: b.at("branch", types.string, {
      optional: true,
      default: "main",
      description: "The branch. Default `main`. A change makes the files " +
        "anew there.",
      validators: [refName("branch")],
      change: "immutable",
    }),
    overwrite: b.local(s.bool({
      optional: true,
      default: false,
      description: "Whether a file that is there with other content, and was " +
        "not made by this resource, is overwritten; else it is an error. Such " +
        "a file stays when this is destroyed. Default `false`.",
    })),
    commit_message: b.local(s.string({
      optional: true,
      default: "Update from Terraform",
      description: "The message of commits. Default `Update from Terraform`.",
      validators: [v.lengthBetween(1, 500)],
    })),
    commit: b.shown("commit", types.string, {
      computed: true,
      description: "The commit that made the last change here, for " +
        "`revision` of a tag or an endpoint: 40 hex digits.",
      dependsOn: contents,
      keptIfAbsent: true,
    }),
  };
}

const advice = "Content comes from the configuration; give local files by " +
  "`file()` and `filebase64()`, and whole folders by `fileset()`. Files that " +
  "have to go by Git LFS or Xet (larger than 10 MB, or of a type such as " +
  "`.safetensors`) are refused: upload them with `hf upload`.";

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
      ["branch"],
      pageOf,
    ),
    ...attributesOf("files", "files_base64"),
    files: b.by("files", types.map(types.string), {
      optional: true,
      description: "Text files: their content by path.",
      validators: [v.keys(filePath())],
      ...contents("text"),
      answer: "oids",
    }),
    files_base64: b.by("filesBase64", types.map(types.string), {
      optional: true,
      description: "Files of any kind: their content in base64 by path.",
      validators: [
        v.keys(filePath()),
        v.each(base64()),
      ],
      ...contents("base64"),
      answer: "oids",
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
      ["branch", "path"],
      pageOf,
    ),
    ...attributesOf("content", "content_base64"),
    path: b.at("path", types.string, {
      required: true,
      description: "The path in the repository, such as `README.md`. A " +
        "change makes the file anew there.",
      validators: [filePath()],
      change: "immutable",
      key: true,
    }),
    content: b.by("content", types.string, {
      optional: true,
      description: "The content, as text.",
      ...content("text"),
      answer: "oids",
    }),
    content_base64: b.by("contentBase64", types.string, {
      optional: true,
      description: "The content, in base64.",
      validators: [base64()],
      ...content("base64"),
      answer: "oids",
    }),
  },
  validators: [rules.exactlyOneOf("content", "content_base64")],
});

/** The page of a branch, or of a file in it, below that of the repository. */
function pageOf(branch: Value, path?: Value): string {
  const name = encodeURIComponent(`${branch}`);
  return path === undefined ? `tree/${name}` : `blob/${name}/${path}`;
}

/** Files as a state or plan has them; `path` of one alone. */
interface Files extends Settings {
  readonly path?: string;
}

function idOf(place: Place & Pick<Files, "path">): string {
  return `${ownerId(place)}/${pageOf(place.branch, place.path)}`;
}

function answerOf(
  { path, branch, ...owned }: Files,
  { repositoryId, ...found }: Found,
): Wire["answer"] {
  return {
    ...ownerAnswer(owned, repositoryId),
    branch,
    ...path !== undefined && { path },
    ...found,
  };
}

/** What both resources do. */
function operations<F extends Files>(wantedOf: (plan: F) => readonly Wanted[]) {
  return {
    permission: writePermission,
    refersTo: "branch" as const,
    idOf,
    async create(
      { plan, config, object }: About & {
        readonly plan: F;
        readonly config: OwnerConfig;
      },
    ) {
      const wanted = wantedOf(plan);
      return answerOf(plan, await writeNew(object, wanted, plan, config));
    },
    async update(
      { plan, prior, body, object }: About & {
        readonly plan: F;
        readonly prior: F;
        readonly body: unknown;
      },
    ) {
      if (body === undefined) {
        await checkNewName(what, { plan, prior }, object.context);
        return undefined;
      }
      return answerOf(plan, await rewrite(object, wantedOf(plan), plan, prior));
    },
    delete: ({ state, object }: About & { readonly state: F }) =>
      remove(object, state),
  };
}

/** The resource `huggingface_repo_files`. */
export const repoFiles: Resource = definerFor<Wire>()({
  ...operations<Files & FileMaps>(({ files, files_base64 }) =>
    wantedOf({ texts: files, base64: files_base64 })
  ),
  typeName: "huggingface_repo_files",
  schema: setSchema,
  kind: "files",
  async importKey({ id = "", ...context }) {
    const { paths, ...place } = parseSetId(id);
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
  async validate({ config: { files, files_base64 }, diagnostics }) {
    refuseClashes(pathsIn({ files, files_base64 }), diagnostics);
    const readme = isUnknown(files) ? undefined : files?.["README.md"];
    const at = Path.root.attribute("files").key("README.md");
    await refuseInvalidReadme(readme, at, diagnostics);
  },
  claims: ({ planned }) => claimsOf(planned, pathsOfSet(planned)),
  modifyPlan({ planned, diagnostics, ...context }) {
    releaseUnwanted({ ...context, planned, paths: pathsOfSet(planned) });
    for (
      const [name, files, encoding] of [
        ["files", planned.files, "text"],
        ["files_base64", planned.files_base64, "base64"],
      ] as const
    ) {
      if (files === null || isUnknown(files)) continue;
      for (const [path, content] of Object.entries(files)) {
        const at = Path.root.attribute(name).key(path);
        refuseLarge(path, content, encoding, at, diagnostics);
      }
    }
  },
  async read({ state, object: { context } }) {
    const paths = Object.keys({ ...state.files, ...state.files_base64 });
    // Without a path, something has to tell whether the branch is there.
    const found = await look(
      state,
      paths.length === 0 ? ["README.md"] : paths,
      context,
    );
    return found && answerOf(state, found);
  },
});

function pathsOfSet(
  { files, files_base64 }: {
    readonly files: object | Unknown | null;
    readonly files_base64: object | Unknown | null;
  },
): Paths {
  return pathsIn({ files, files_base64 });
}

interface FileMaps {
  readonly files: Texts | null;
  readonly files_base64: Texts | null;
}

interface OneFile extends Place {
  readonly path: string;
}

function pathsOfOne(
  { path }: { readonly path: string | Unknown },
): Paths {
  return isUnknown(path) ? [] : [[path, Path.root.attribute("path")]];
}

/** The resource `huggingface_repo_file`. */
export const repoFile: Resource = definerFor<Wire>()({
  ...operations<Settings & OneFile & Content>((plan) => {
    const named = (text: string | null) =>
      text === null ? null : { [plan.path]: text };
    const { content, content_base64 } = plan;
    return wantedOf({ texts: named(content), base64: named(content_base64) })
      .map((one) => ({ ...one, at: Path.root.attribute("path") }));
  }),
  typeName: "huggingface_repo_file",
  schema: fileSchema,
  kind: "file",
  identity: partIdentity({
    branch: "The branch.",
    path: "The path in the repository.",
  }),
  async importKey({ id, identity, ...context }) {
    const place = identity === undefined ? parseFileId(id ?? "") : {
      ...await importedOwner(identity, context),
      branch: identity.branch,
      path: identity.path,
    };
    return await contentOf(place, context);
  },
  async validate({ config: { path, content }, diagnostics }) {
    const at = Path.root.attribute("content");
    const readme = path === "README.md" ? content : undefined;
    await refuseInvalidReadme(readme, at, diagnostics);
  },
  claims: ({ planned }) => claimsOf(planned, pathsOfOne(planned)),
  modifyPlan({ planned, diagnostics, ...context }) {
    releaseUnwanted({ ...context, planned, paths: pathsOfOne(planned) });
    const { path, content, content_base64 } = planned;
    if (isUnknown(path)) return;
    const at = Path.root.attribute("path");
    const [text, encoding] = content_base64 === null
      ? [content, "text"] as const
      : [content_base64, "base64"] as const;
    refuseLarge(path, text, encoding, at, diagnostics);
  },
  async read({ state, object: { context } }) {
    const isImport = state.commit === undefined;
    const found = await look(state, [state.path], context, isImport);
    const isThere = found && Object.hasOwn(found.oids, state.path);
    return isThere ? answerOf(state, found) : undefined;
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
  const found = await followOwner(place, context);
  if (found === undefined) {
    return { ...place, content: null, content_base64: null };
  }
  const { provider, signal } = context;
  const client = await provider.client();
  const bytes = await attempt(
    "import",
    {
      kind: "file",
      id: idOf(place),
      permission: writePermission,
      context,
    },
    () =>
      client.files.readBytes(
        found.repo,
        place.path,
        { revision: place.branch },
        { signal },
      ),
  );
  const text = Buffer.from(bytes).toString("utf8");
  // A state would not hold what steers a terminal as it is.
  const isText = Buffer.from(text, "utf8").equals(bytes) &&
    tamed(text) === text;
  return {
    ...place,
    content: isText ? text : null,
    content_base64: isText ? null : Buffer.from(bytes).toString("base64"),
  };
}

/** Reads `acme/m/tree/main?path=README.md`, or the same of a page's address. */
function parseSetId(id: string): Place & {
  readonly repository_id: string | null;
  readonly paths: readonly string[];
} {
  const [start = "", ...more] = id.split("?");
  const search = more.join("?");
  const part = parsePart(start, "tree", ({ revision }) => revision);
  if (part !== undefined) {
    const isUrl = start.includes("://");
    const paths = isUrl
      ? new URLSearchParams(search).getAll("path")
      : `&${search}`.split("&path=").slice(1);
    const branch = isUrl ? part.rest : decoded(part.rest);
    return { ...part.owner, branch, paths };
  }
  throw invalidId(
    id,
    "the ID of a set of files",
    "`namespace/name/tree/BRANCH?path=PATH`, with a `path` for each file that " +
      "is to be read, " +
      "such as `acme/my-model/tree/main?path=README.md&path=config.json`, and " +
      "`datasets/` or `spaces/` before it for these. Files that have the " +
      "content of the configuration already are taken over by an apply too, " +
      "without a commit.",
  );
}

/** Reads `acme/m/blob/main/README.md`, or the address of the file's page. */
function parseFileId(
  id: string,
): OneFile & { readonly repository_id: string | null } {
  // A revision has no `/` where it stands in a path: it is written as `%2F`.
  const part = parsePart(
    id,
    "blob",
    ({ revision, path }) =>
      revision && path && `${encodeURIComponent(revision)}/${path}`,
  );
  const [, branch, path] = /^([^/]+)\/(.+)$/s.exec(part?.rest ?? "") ?? [];
  if (part !== undefined && branch !== undefined && path !== undefined) {
    return { ...part.owner, branch: decoded(branch), path };
  }
  throw invalidId(
    id,
    "the ID of a file",
    "`namespace/name/blob/BRANCH/PATH`, such as " +
      "`acme/my-model/blob/main/README.md`, with `datasets/` or `spaces/` " +
      "before it for these, or the address of its page. A `/` in the name of " +
      "the branch is written as `%2F`.",
  );
}
