import { Buffer } from "node:buffer";
import {
  isUnknown,
  Path,
  type Resource,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { partDefinerFor } from "../object/bound.ts";
import { idByParts } from "../object/derived_id.ts";
import type { PrivateNotes } from "../object/notes.ts";
import { attempt, type RemoteObject } from "../object/remote_object.ts";
import { seenParent } from "../object/conflicts.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import {
  type Contents,
  filesIn,
  knownIn,
  refuseClashes,
  refuseUncommittable,
  textIn,
} from "../repo/file_content.ts";
import { type ActualFiles, readFiles, write } from "../repo/managed_files.ts";
import {
  fileClaims,
  type Place,
  type PlannedFiles,
  refusalOf,
  refuseOthers,
  type Settings,
  warnOfLeft,
} from "../repo/planned_files.ts";
import { noteFound, noteLostFiles } from "../repo/file_notes.ts";
import {
  type PartPlace,
  readPlace,
  repositoryParent,
} from "../repo/repo_parent.ts";
import {
  identifyPart,
  type PartContext,
  type PartParent,
} from "../repo/repo_part.ts";
import { refuseInvalidReadme } from "../repo/readme.ts";
import {
  fileName,
  fileSchema,
  type FilesWire,
  setName,
  setSchema,
} from "./files_schema.ts";

/** Files as a plan in the making has them: by path, or of one `path` alone. */
interface NamedFiles extends PlannedFiles, Contents {
  readonly repository_id: PartParent["repository_id"];
  readonly path?: string | Unknown;
  readonly content?: string | Unknown | null;
  readonly content_base64?: string | Unknown | null;
}

/** Files as a state or plan has them. */
type Files = NamedFiles & Settings & { readonly path?: string };

interface FilesCall {
  readonly parent: PartPlace;
  readonly object: RemoteObject;
}

/** The files of a plan or state, without those that were the same before. */
function filesOf(planned: NamedFiles, prior: Files | null = null) {
  const files = filesIn(mapsOf(planned), prior ? mapsOf(prior) : {});
  return planned.path === undefined
    ? files
    : files.map((file) => ({ ...file, at: Path.root.attribute("path") }));
}

function mapsOf(
  { path, files = null, files_base64 = null, ...one }: NamedFiles,
): Contents {
  if (path === undefined) return { files, files_base64 };
  const mapOf = (text: string | Unknown | null = null) => {
    if (text === null) return null;
    return isUnknown(path) ? path : { [path]: text };
  };
  return { files: mapOf(one.content), files_base64: mapOf(one.content_base64) };
}

function commit(call: FilesCall & { readonly plan: Files }) {
  return write(call.parent, call, knownIn(filesOf(call.plan)));
}

async function findFiles(
  at: PartPlace,
  state: Files & { readonly commit?: string | null },
): Promise<ActualFiles | undefined> {
  const { path } = state;
  const wanted = knownIn(filesOf(state));
  if (path === undefined) {
    const paths = wanted.map(({ path }) => path);
    // Without a path, something has to tell whether the branch is there.
    const asked = paths.length === 0 ? ["README.md"] : paths;
    return await readFiles(at, state, asked, { wanted });
  }
  const isImport = state.commit === undefined;
  const found = await readFiles(at, state, [path], { wanted, isImport });
  return found && Object.hasOwn(found.files, path) ? found : undefined;
}

// What a plan does not know yet, no read of it finds.
const parent = repositoryParent((files: NamedFiles) => files as PartParent);

/** The definition of both resources: commits settle their own results. */
const filesDefinition = {
  access: { permission: "repo.write" as const },
  parent,
  errors: { refersTo: "branch" as const },
  conflicts: {
    adopts: "equal" as const,
    claims: (planned: NamedFiles, _: unknown, noted?: PrivateNotes) =>
      fileClaims(planned, filesOf(planned), noted),
    refusalOf: (planned: NamedFiles, context: PartContext) =>
      refusalOf(planned, filesOf(planned), context),
  },
  losses: {
    noteLost: (state: Files, notes: PrivateNotes) =>
      noteLostFiles(knownIn(filesOf(state)), notes),
  },
  async modifyPlan({ prior, requiresReplace, ...planning }: PartContext & {
    readonly prior: Files | null;
    readonly planned: NamedFiles;
    readonly requiresReplace: readonly Path[];
  }) {
    const { planned } = planning;
    const files = filesOf(planned, prior);
    const before = prior ?? planned;
    const seen = await seenParent(parent, before, planning);
    const repository = seen?.repo.id ?? unknown;
    const place = { ...planning, planned: { ...planned, repository } };
    if (prior !== null && requiresReplace.length === 0) {
      await refuseOthers(files, place);
      warnOfLeft(planned, filesOf(planned), planning);
    }
    await refuseUncommittable(knownIn(files), place);
  },
  planDestroy({ prior, ...planning }: PartContext & { readonly prior: Files }) {
    warnOfLeft(prior, [], planning);
    return Promise.resolve();
  },
  create: commit,
  async read({ parent: at, state, isFresh }: FilesCall & {
    readonly state: Files;
    readonly isFresh: boolean;
  }) {
    // Each commit looks at what it overwrites.
    return isFresh ? undefined : await findFiles(at, state);
  },
  update: async (
    { body, ...call }: FilesCall & {
      readonly plan: Files;
      readonly prior: Files;
      readonly body: unknown;
    },
  ) => body === undefined ? undefined : await commit(call),
  /** Deletes what this resource made, in one commit. */
  async delete(
    { parent: at, state, object }: FilesCall & { readonly state: Files },
  ) {
    try {
      await write(at, { plan: state, object }, []);
    } catch (error) {
      const found = await readFiles(at, state, ["README.md"]).catch(() => null);
      // The branch is gone, and with it the files.
      if (found !== undefined) throw error;
    }
  },
};

const setOfFiles = identifyPart(setName);
const oneFile = identifyPart(fileName);

/** The paths of `tree/main?path=README.md`, or of a page's address. */
function askedPaths(id: string): readonly string[] {
  const search = id.split("?").slice(1).join("?");
  return id.includes("://")
    ? new URLSearchParams(search).getAll("path")
    : `&${search}`.split("&path=").slice(1);
}

export const repoFiles: Resource = partDefinerFor<FilesWire>()({
  typeName: "huggingface_repo_files",
  schema: setSchema,
  kind: setName.kind,
  ...filesDefinition,
  identity: {
    async importKey({ id = "", ...context }) {
      const [start = ""] = id.split("?");
      const set = { ...context, id: start, identity: undefined };
      const place = await setOfFiles.identity.importKey(set);
      const paths = askedPaths(id);
      noteFound(paths, context);
      const read = (path: string) => contentOf({ ...place, path }, context);
      const all = await Array.fromAsync(tenAtATime(paths, read));
      const named = (kind: keyof Content) => {
        const files = Object.fromEntries(
          all.flatMap(({ path, [kind]: text }) =>
            text === null ? [] : [[path, text]]
          ),
        );
        return Object.keys(files).length === 0 ? null : files;
      };
      const files_base64 = named("content_base64");
      return { ...place, files: named("content"), files_base64 };
    },
  },
  async validate({ config: { files, files_base64 }, diagnostics }) {
    refuseClashes(filesIn({ files, files_base64 }), diagnostics);
    const readme = isUnknown(files) ? undefined : files?.["README.md"];
    const at = Path.root.attribute("files").key("README.md");
    await refuseInvalidReadme(readme, at, diagnostics);
  },
});

export const repoFile: Resource = partDefinerFor<FilesWire>()({
  typeName: "huggingface_repo_file",
  schema: fileSchema,
  ...oneFile,
  ...filesDefinition,
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

/** The content as text, or in base64 if it is none. */
interface Content {
  readonly content: string | null;
  readonly content_base64: string | null;
}

/** Reads a file that is imported. */
async function contentOf<P extends Place & { readonly path: string }>(
  place: P,
  context: PartContext,
): Promise<P & Content> {
  const found = await readPlace(place, context);
  if (found === undefined) {
    return { ...place, content: null, content_base64: null };
  }
  const { client, repo } = found;
  const id = idByParts(fileSchema)(place);
  const permission = "repo.write";
  const file = { kind: "file", id, permission, context } as const;
  const params = { revision: place.branch };
  const read = () => client.files.readBytes(repo, place.path, params, found);
  const bytes = await attempt("import", file, read);
  const content = textIn(bytes) ?? null;
  const base64 = Buffer.from(bytes).toString("base64");
  return {
    ...place,
    content,
    content_base64: content === null ? base64 : null,
  };
}
