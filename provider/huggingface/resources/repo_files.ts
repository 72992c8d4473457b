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
  bindingTo,
  failure,
  identity,
  isUnknown,
  Path,
  type Resource,
  rules,
  s,
  types,
  type Unknown,
  v,
} from "../../framework/mod.ts";
import { definerFor } from "../shared/bound.ts";
import { attempt, type RemoteObject } from "../shared/remote_object.ts";
import { parseRepoAddress } from "../shared/repo_address.ts";
import {
  blobId,
  bytesOf,
  type Encoding,
  type Found,
  look,
  type Place,
  refuseLarge,
  remove,
  type Wanted,
  wantedOf,
  what,
  write,
} from "../shared/repo_commit.ts";
import {
  checkNewName,
  followOwner,
  importedOwner,
  ownerAttributes,
  ownerId,
  ownerIdentity,
  ownerIdentityOf,
  parseOwner,
  type PartContext,
  partObject,
} from "../shared/repo_part.ts";
import { filePath, refName } from "../shared/validators.ts";

/** A place in bodies and answers. */
interface WirePlace {
  readonly repository: string;
  readonly repositoryType: string;
  readonly branch: string;
}

interface SetWire {
  readonly create: WirePlace & {
    readonly files?: Readonly<Record<string, string>>;
    readonly filesBase64?: Readonly<Record<string, string>>;
  };
  readonly update: Partial<SetWire["create"]>;
  readonly answer: SetWire["create"] & Shown;
}

interface FileWire {
  readonly create: WirePlace & {
    readonly path: string;
    readonly content?: string;
    readonly contentBase64?: string;
  };
  readonly update: Partial<FileWire["create"]>;
  readonly answer: FileWire["create"] & Shown;
}

interface Shown {
  readonly id: string;
  readonly repositoryId: string;
  readonly commit?: string;
}

/** A map of contents in a body; in an answer it has Git's hashes instead. */
function contents(encoding: Encoding) {
  return {
    to: (files: Readonly<Record<string, string>>) => files,
    from: (
      oids: Readonly<Record<string, string>>,
      kept: Readonly<Record<string, string>> | null | undefined,
    ) =>
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
    from: (oid: string, kept: string | null | undefined) =>
      typeof kept === "string" && blobId(bytesOf[encoding](kept)) === oid
        ? kept
        : null,
  };
}

const set = bindingTo<SetWire>();
const file = bindingTo<FileWire>();

const branchAttribute = s.string({
  optional: true,
  default: "main",
  description: "The branch. Default `main`. A change makes the files anew " +
    "there.",
  validators: [refName("branch")],
});

const settingAttributes = {
  overwrite: set.local(s.bool({
    optional: true,
    default: false,
    description: "Whether a file that is there with other content, and was " +
      "not made by this resource, is overwritten; else it is an error. Such a " +
      "file stays when this is destroyed. Default `false`.",
  })),
  commit_message: set.local(s.string({
    optional: true,
    default: "Update from Terraform",
    description: "The message of commits. Default `Update from Terraform`.",
    validators: [v.lengthBetween(1, 500)],
  })),
};

const commitDescription = "The commit that made the last change here, for " +
  "`revision` of a tag or an endpoint: 40 hex digits.";

const base64Text = () =>
  v.matches(/^[A-Za-z0-9+/]*={0,2}$/, "base64, as `filebase64()` gives it");

const advice = "Content comes from the configuration; give local files by " +
  "`file()` and `filebase64()`, and whole folders by `fileset()`. Files that " +
  "have to go by Git LFS or Xet (larger than 10 MB, or of a type such as " +
  "`.safetensors`) are refused: upload them with `hf upload`.\n\nThe token " +
  "needs the permission `repo.write`.";

const setSchema = s.schema({
  description:
    "Small files on a branch of a repository, which are committed together: " +
    "one commit an apply, and none for what is equal already. Other files are " +
    "left alone, and only files that this resource made are deleted by it. " +
    "What is changed elsewhere is put right.\n\nThe Hub allows about 128 " +
    "commits an hour, so prefer this to many `huggingface_repo_file`. " +
    advice,
  attributes: {
    id: set.shown(
      "id",
      s.string({
        computed: true,
        description: "Repository and branch, such as " +
          "`acme/my-model/tree/main`.",
      }),
      { dependsOn: ["repository"] },
    ),
    repository: set.at("repository", ownerAttributes.repository, {
      change: "via",
    }),
    repository_type: set.at("repositoryType", ownerAttributes.repository_type, {
      change: "immutable",
    }),
    repository_id: set.shown("repositoryId", ownerAttributes.repository_id, {
      key: true,
    }),
    branch: set.at("branch", branchAttribute, { change: "immutable" }),
    files: set.by(
      "files",
      s.map(types.string, {
        optional: true,
        description: "Text files: their content by path.",
        validators: [v.sizeAtMost(1000), v.keys(filePath())],
      }),
      contents("text"),
    ),
    files_base64: set.by(
      "filesBase64",
      s.map(types.string, {
        optional: true,
        description: "Files of any kind: their content in base64 by path.",
        validators: [
          v.sizeAtMost(1000),
          v.keys(filePath()),
          v.each(base64Text()),
        ],
      }),
      contents("base64"),
    ),
    ...settingAttributes,
    commit: set.shown(
      "commit",
      s.string({ computed: true, description: commitDescription }),
      { dependsOn: ["files", "files_base64"], keptIfAbsent: true },
    ),
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
    id: file.shown(
      "id",
      s.string({
        computed: true,
        description: "Repository, branch and path, such as " +
          "`acme/my-model/blob/main/README.md`.",
      }),
      { dependsOn: ["repository"] },
    ),
    repository: file.at("repository", ownerAttributes.repository, {
      change: "via",
    }),
    repository_type: file.at(
      "repositoryType",
      ownerAttributes.repository_type,
      { change: "immutable" },
    ),
    repository_id: file.shown("repositoryId", ownerAttributes.repository_id, {
      key: true,
    }),
    branch: file.at("branch", branchAttribute, { change: "immutable" }),
    path: file.at(
      "path",
      s.string({
        required: true,
        description: "The path in the repository, such as `README.md`. A " +
          "change makes the file anew there.",
        validators: [filePath()],
      }),
      { change: "immutable", key: true },
    ),
    content: file.by(
      "content",
      s.string({ optional: true, description: "The content, as text." }),
      content("text"),
    ),
    content_base64: file.by(
      "contentBase64",
      s.string({
        optional: true,
        description: "The content, in base64.",
        validators: [base64Text()],
      }),
      content("base64"),
    ),
    ...settingAttributes,
    commit: file.shown(
      "commit",
      s.string({ computed: true, description: commitDescription }),
      { dependsOn: ["content", "content_base64"], keptIfAbsent: true },
    ),
  },
  validators: [rules.exactlyOneOf("content", "content_base64")],
});

/** Repository and branch, as pages of the Hub have them. */
function idOf(place: Omit<Place, "repository_id">, path?: string): string {
  const branch = encodeURIComponent(place.branch);
  const rest = path === undefined ? `tree/${branch}` : `blob/${branch}/${path}`;
  return `${ownerId(place)}/${rest}`;
}

type Planned<T> = { readonly [K in keyof T]: T[K] | Unknown };

/** The id of a plan; undefined: it is not known yet. */
function plannedId(
  { repository, repository_type, branch }: Planned<
    Omit<Place, "repository_id">
  >,
  path?: string | Unknown,
): string | undefined {
  return isUnknown(repository) || isUnknown(repository_type) ||
      isUnknown(branch) || isUnknown(path)
    ? undefined
    : idOf({ repository, repository_type, branch }, path);
}

function placeOf(place: Place): WirePlace {
  return {
    repository: place.repository,
    repositoryType: place.repository_type,
    branch: place.branch,
  };
}

function setObject(state: Place, context: PartContext): RemoteObject {
  return partObject("files", idOf(state), state, context);
}

/** The resource `huggingface_repo_files`. */
export const repoFiles: Resource = definerFor<SetWire>()({
  typeName: "huggingface_repo_files",
  schema: setSchema,
  permission: "repo.write",
  kind: "files",
  idOf: (state) => idOf(state),
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
  modifyPlan({ planned, diagnostics }) {
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
    return { planned: { ...planned, id: plannedId(planned) ?? planned.id } };
  },
  async create({ plan, body: _, save: __, ...context }) {
    const wanted = wantedOf({ texts: plan.files, base64: plan.files_base64 });
    const object = setObject(plan, context);
    return setAnswer(plan, await write(object, wanted, { ...context, plan }));
  },
  async read({ state, ...context }) {
    const paths = [
      ...Object.keys(state.files ?? {}),
      ...Object.keys(state.files_base64 ?? {}),
    ];
    const found = await look(state, paths, context);
    return found && setAnswer(state, found);
  },
  async update({ plan, prior, body, save: _, ...context }) {
    if (body === undefined) {
      await checkNewName(what, { plan, prior }, context);
      return undefined;
    }
    const wanted = wantedOf({ texts: plan.files, base64: plan.files_base64 });
    const object = setObject(prior, context);
    return setAnswer(
      plan,
      await write(object, wanted, { ...context, plan, prior }),
    );
  },
  delete: ({ state, ...context }) => remove(setObject(state, context), state),
});

function setAnswer(place: Place, { oids, ...shown }: Found): SetWire["answer"] {
  return {
    ...placeOf(place),
    ...shown,
    id: idOf(place),
    files: oids,
    filesBase64: oids,
  };
}

interface OneFile extends Place {
  readonly path: string;
}

function fileObject(state: OneFile, context: PartContext): RemoteObject {
  return partObject("file", idOf(state, state.path), state, context);
}

function fileWanted(
  plan: OneFile & {
    readonly content: string | null;
    readonly content_base64: string | null;
  },
): Wanted[] {
  const { path, content, content_base64 } = plan;
  const named = (text: string | null) =>
    text === null ? null : { [path]: text };
  return wantedOf({ texts: named(content), base64: named(content_base64) })
    .map((one) => ({ ...one, at: Path.root.attribute("path") }));
}

function fileAnswer(
  { path, ...place }: OneFile,
  { oids, ...shown }: Found,
): FileWire["answer"] {
  const oid = oids[path];
  return {
    ...placeOf(place),
    ...shown,
    id: idOf(place, path),
    path,
    ...oid !== undefined && { content: oid, contentBase64: oid },
  };
}

/** The resource `huggingface_repo_file`. */
export const repoFile: Resource = definerFor<FileWire>()({
  typeName: "huggingface_repo_file",
  schema: fileSchema,
  permission: "repo.write",
  kind: "file",
  idOf: (state) => idOf(state, state.path),
  identity: {
    schema: {
      attributes: {
        ...ownerIdentity,
        branch: identity.string({
          description: "The branch.",
          requiredForImport: true,
        }),
        path: identity.string({
          description: "The path in the repository.",
          requiredForImport: true,
        }),
      },
    },
    of: (state) => ({
      ...ownerIdentityOf(state),
      branch: state.branch,
      path: state.path,
    }),
  },
  async importKey({ id, identity, ...context }) {
    const place = identity === undefined ? parseFileId(id ?? "") : {
      ...await importedOwner(identity, context),
      branch: identity.branch,
      path: identity.path,
    };
    return await contentOf(place, context);
  },
  modifyPlan({ planned, diagnostics }) {
    const { path, content, content_base64 } = planned;
    if (!isUnknown(path)) {
      const at = Path.root.attribute("path");
      const [text, encoding] = content_base64 === null
        ? [content, "text"] as const
        : [content_base64, "base64"] as const;
      refuseLarge(path, text, encoding, at, diagnostics);
    }
    return {
      planned: { ...planned, id: plannedId(planned, path) ?? planned.id },
    };
  },
  async create({ plan, body: _, save: __, ...context }) {
    const object = fileObject(plan, context);
    const found = await write(object, fileWanted(plan), { ...context, plan });
    return fileAnswer(plan, found);
  },
  async read({ state, ...context }) {
    const found = await look(state, [state.path], context);
    const isThere = found && Object.hasOwn(found.oids, state.path);
    return isThere ? fileAnswer(state, found) : undefined;
  },
  async update({ plan, prior, body, save: _, ...context }) {
    if (body === undefined) {
      await checkNewName(what, { plan, prior }, context);
      return undefined;
    }
    const object = fileObject(prior, context);
    const found = await write(object, fileWanted(plan), {
      ...context,
      plan,
      prior,
    });
    return fileAnswer(plan, found);
  },
  delete: ({ state, ...context }) => remove(fileObject(state, context), state),
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
    fileObject(place, context),
    () =>
      client.files.readBytes(found.repo, place.path, {
        revision: place.branch,
        signal,
      }),
  );
  const text = Buffer.from(bytes).toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(bytes);
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
  const [start = "", search = ""] = id.split("?", 2);
  const url = /^(?:https?|hf):/.test(start)
    ? start
    : `https://huggingface.co/${start}`;
  const paths = new URLSearchParams(search).getAll("path");
  const owner = parseOwner(url);
  const branch = parseRepoAddress(url)?.revision;
  if (owner !== undefined && branch && paths.length > 0) {
    return { ...owner, branch, paths };
  }
  throw failure(
    "Invalid import ID",
    `${JSON.stringify(id)} is no ID of a set of files. It must be ` +
      "`namespace/name/tree/BRANCH?path=PATH`, with a `path` for each file, " +
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
  const url = /^(?:https?|hf):/.test(id) ? id : `https://huggingface.co/${id}`;
  const address = parseRepoAddress(url);
  const owner = parseOwner(url);
  const path = address?.path;
  const branch = address?.revision;
  if (owner !== undefined && path && branch) return { ...owner, branch, path };
  throw failure(
    "Invalid import ID",
    `${JSON.stringify(id)} is not the ID of a file. It must be ` +
      "`namespace/name/blob/BRANCH/PATH`, such as " +
      "`acme/my-model/blob/main/README.md`, with `datasets/` or `spaces/` " +
      "before it for these, or the address of its page. A `/` in the name of " +
      "the branch is written as `%2F`.",
  );
}
