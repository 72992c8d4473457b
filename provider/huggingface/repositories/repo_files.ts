import { Buffer } from "node:buffer";
import {
  isUnknown,
  Path,
  type Resource,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { definerFor } from "../object/bound.ts";
import { idByParts } from "../object/derived_id.ts";
import type { PrivateNotes } from "../object/notes.ts";
import { attempt, type RemoteObject } from "../object/remote_object.ts";
import { seenParent } from "../object/conflicts.ts";
import { writePermission } from "../repo/repo_object.ts";
import {
  changedOf,
  type Contents,
  type DesiredFile,
  type Paths,
  pathsIn,
  type PlannedTexts,
  refuseClashes,
  refuseUncommittable,
  textIn,
  wantedOf,
} from "../repo/file_content.ts";
import {
  type ActualFiles,
  readFiles,
  remove,
  write,
} from "../repo/managed_files.ts";
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
  ownerAnswer,
  type PartContext,
  type PartOwner,
} from "../repo/repo_part.ts";
import { refuseInvalidReadme } from "../repo/readme.ts";
import {
  fileName,
  fileSchema,
  type FilesWire,
  setName,
  setSchema,
} from "./files_schema.ts";

/** Files as a state or plan has them; `path` of one alone. */
interface Files extends Settings {
  readonly path?: string;
}

interface FilesCall {
  readonly parent: PartPlace;
  readonly object: RemoteObject;
}

function answerOf(
  files: Files,
  at: PartPlace,
  { files: found, commit }: ActualFiles,
): FilesWire["response"] {
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
  { wantedOf, pathsIn, mapsIn, changed, find }: {
    wantedOf(plan: F): readonly DesiredFile[];
    /** The paths that a plan knows. */
    pathsIn(planned: N): Paths;
    /** The contents of several files. */
    mapsIn?(planned: N): readonly PlannedTexts[];
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
  // What a plan does not know yet, no read of it finds.
  const parent = repositoryParent((files: F | N) => files as PartOwner);
  return {
    access: { permission: writePermission },
    parent,
    errors: { refersTo: "branch" as const },
    conflicts: {
      adopts: "equal" as const,
      claims: (planned: N, _: unknown, noted?: PrivateNotes) =>
        fileClaims(planned, pathsIn(planned), noted),
      refusalOf: (planned: N, context: PartContext) =>
        refusalOf(planned, changed(planned, null), context),
    },
    losses: {
      noteLost: (state: F, notes: PrivateNotes) =>
        noteLostFiles(wantedOf(state), notes),
    },
    async modifyPlan({ prior, requiresReplace, ...planning }: PartContext & {
      readonly prior: F | null;
      readonly planned: N;
      readonly requiresReplace: readonly Path[];
    }) {
      const { planned } = planning;
      const files = changed(planned, prior);
      const seen = await seenParent(parent, prior ?? planned, planning);
      const repository = seen?.repo.id ?? unknown;
      const place = { ...planning, planned: { ...planned, repository } };
      if (prior !== null && requiresReplace.length === 0) {
        await refuseOthers(files, place);
        const maps = mapsIn?.(planned);
        if (maps !== undefined) warnOfLeft(planned, maps, planning);
      }
      await refuseUncommittable(files, place);
    },
    planDestroy(planning: PartContext & { readonly prior: F }) {
      warnOfLeft(planning.prior, [], planning);
    },
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
export const repoFiles: Resource = definerFor<FilesWire>()({
  typeName: "huggingface_repo_files",
  schema: setSchema,
  kind: setName.kind,
  ...filesDefinition<Files & Contents, PlannedFiles & PlannedMaps>({
    wantedOf,
    pathsIn: ({ files, files_base64 }) => pathsIn({ files, files_base64 }),
    mapsIn: ({ files, files_base64 }) => [files, files_base64],
    changed: ({ files, files_base64 }, prior) =>
      wantedOf({
        files: changedOf(files, prior?.files),
        files_base64: changedOf(files_base64, prior?.files_base64),
      }),
    async find(at, state) {
      const paths = Object.keys({ ...state.files, ...state.files_base64 });
      // Without a path, something has to tell whether the branch is there.
      const asked = paths.length === 0 ? ["README.md"] : paths;
      return await readFiles(at, state, asked, { wanted: wantedOf(state) });
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
      const files_base64 = named("content_base64");
      return { ...place, files: named("content"), files_base64 };
    },
  },
  async validate({ config: { files, files_base64 }, diagnostics }) {
    refuseClashes(pathsIn({ files, files_base64 }), diagnostics);
    const readme = isUnknown(files) ? undefined : files?.["README.md"];
    const at = Path.root.attribute("files").key("README.md");
    await refuseInvalidReadme(readme, at, diagnostics);
  },
});

type PlannedMaps = Readonly<Record<keyof Contents, PlannedTexts>>;

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
export const repoFile: Resource = definerFor<FilesWire>()({
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
      const { path, commit } = state;
      const wanted = wantedOfOne(state);
      const isImport = commit === undefined;
      const read = { wanted, isImport };
      const found = await readFiles(at, state, [path], read);
      return found && Object.hasOwn(found.files, path) ? found : undefined;
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

/** The content as text, or in base64 if it is none. */
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
  const id = idByParts(fileSchema)(place);
  const file = { kind: "file", id, permission: writePermission, context };
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
