import {
  type DiagnosticsError,
  failure,
  isUnknown,
  mayHoldPassword,
  type Unknown,
} from "@hf-terraform/framework";

/** Names that can be part of a request's path; dots alone would lead elsewhere. */
export const safeName = /^(?!\.+$)[\w.-]+$/;

/** A path inside something, from its root on, that leads nowhere else. */
export const pathInside =
  /^(?!\/|[^]*\/\/)(?!(?:[^]*\/)?\.{1,2}(?:\/|$))\P{Cc}*[^/\p{Cc}]$/u;

export type RepoKind = "model" | "dataset" | "space";

/** The kind that a configuration names; a model if it names none. */
export function repoKindOf(type: string | null): RepoKind {
  return type === "dataset" || type === "space" ? type : "model";
}

/** Something on the Hub that has an owner and a name. */
export type HubKind = RepoKind | "bucket";

/** The name of a kind in messages. */
export function kindName(kind: HubKind): string {
  return kind === "space" ? "Space" : kind;
}

/** The places of ids that nobody knows by heart, to follow their form. */
export const whereIdsAre =
  'The guide "Importing what exists" shows how to find it.';

export interface OwnedName {
  readonly namespace: string;
  readonly name: string;
}

/** The error about an id that an import cannot take. */
export function invalidId(
  id: string,
  /** To follow "is not": `the ID of a webhook`. */
  what: string,
  /** To follow "must be", in sentences. */
  form: string,
): DiagnosticsError {
  return failure(
    "Invalid import ID",
    `${shownId(id)} is not ${what}. It must be ${form}`,
  );
}

/** An ID in quotes, unless it may hold a password. */
export function shownId(id: string): string {
  return mayHoldPassword(id) ? "What was given" : JSON.stringify(id);
}

/** The address of the Hub, before the path of a page. */
const hub = String.raw`https?://(?:www\.)?(?:huggingface|hf)\.co/`;

/**
 * The names in an id that has one of these forms, in which `NAME` stands for
 * each. Behind those in an address anything may follow; empty: it has none.
 */
function namesIn(id: string, ...forms: readonly string[]): readonly string[] {
  for (const form of forms) {
    const names = form
      .replaceAll("NAME", String.raw`((?!\.+(?:[/?#]|$))[\w.-]+)`);
    const rest = form.startsWith("http") ? String.raw`(?:[/?#\s][^]*)?` : "";
    const found = new RegExp(`^${names}${rest}$`).exec(id);
    if (found !== null) return found.slice(1);
  }
  return [];
}

export function parseEndpointId(id: string): OwnedName {
  const names = namesIn(
    id,
    "NAME/NAME",
    String
      .raw`https?://(?:ui\.)?endpoints\.huggingface\.co/NAME/endpoints/NAME`,
    String
      .raw`https?://api\.endpoints\.huggingface\.cloud/v\d/endpoint/NAME/NAME`,
  );
  const page = "https://endpoints.huggingface.co/acme/endpoints/my-endpoint";
  return ownedName(id, names, "an endpoint", "acme/my-endpoint", page);
}

export function parseHubId(kind: HubKind, id: string): OwnedName {
  const folder = kind === "model"
    ? "(?:(?:api/)?models/|(?!(?:api|models|datasets|spaces|buckets)/))"
    : `(?:api/)?${kind}s/`;
  const names = namesIn(
    id,
    `(?:${kind}s/)?(?!${kind}s/)NAME/NAME`,
    `${hub}${folder}NAME/NAME`,
  );
  const example = `acme/my-${kind}`;
  const page = `https://huggingface.co/${repoPath(kind, example)}`;
  const what = kind === "space" ? "a Space" : `a ${kind}`;
  return ownedName(id, names, what, example, page);
}

export function parseSpaceKeyId(
  kind: string,
  id: string,
): { readonly space: string; readonly key: string } {
  const forms = ["NAME/NAME/NAME", `${hub}(?:api/)?spaces/NAME/NAME/NAME`];
  const [namespace, name, key] = namesIn(id, ...forms);
  if (key !== undefined) return { space: `${namespace}/${name}`, key };
  throw invalidId(
    id,
    `the ID of a ${kind} of a Space`,
    "`namespace/name/KEY`, such as `acme/my-space/MODE`.",
  );
}

function ownedName(
  id: string,
  [namespace, name]: readonly string[],
  what: string,
  example: string,
  page: string,
): OwnedName {
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  throw invalidId(
    id,
    `the ID of ${what}`,
    `\`namespace/name\`, such as \`${example}\`, or the address of its page, ` +
      `such as \`${page}\`.`,
  );
}

/** Reads the id of a scheduled job, which is alone where the owner is known. */
export function parseScheduledJobId(
  given: string,
  owner?: string,
): { readonly namespace: string; readonly scheduled_job_id: string } {
  const [, namespace = owner, id] = scheduledJob.exec(given) ?? [];
  if (namespace !== undefined && id !== undefined) {
    return { namespace, scheduled_job_id: id };
  }
  throw invalidId(
    given,
    "the ID of a scheduled job",
    "`namespace/id`, such as `acme/6531a1b2c3d4e5f60718293a`, or the address " +
      "in the API, `https://huggingface.co/api/scheduled-jobs/` with that " +
      `after it. ${whereIdsAre}`,
  );
}

const scheduledJob = new RegExp(
  `^(?:(?:${hub}api/scheduled-jobs/)?(?!\\.+/)([\\w.-]+)/)?([\\w-]+)$`,
);

/** The address of a page of the Hub, or of the API; URLs drop control characters. */
const hubPage = new RegExp(`^${hub}[^\\x00-\\x1f\\x7f-\\x9f]*$`, "i");

/** The path of a page, whether it, its route of the API or a clone is asked for. */
function partsOf({ pathname }: URL): string[] {
  const parts = pathname.replace(/^((?:\/[^/]+){2,3})\.git\/?$/, "$1")
    .split("/").filter((part) => part !== "");
  return parts[0] === "api" ? parts.slice(1) : parts;
}

/** A repository, and perhaps a place in it. */
export interface RepoAddress {
  readonly type: RepoKind;
  /** The owner; null for the few repositories without one, such as `gpt2`. */
  readonly namespace: string | null;
  readonly name: string;
  readonly revision: string | null;
  readonly path: string | null;
}

/** The form of a name (huggingface_hub, `validate_repo_id`). */
const namePattern = /^(?!.*(--|\.\.))[\w](?:[\w.-]{0,94}[\w])?$/;

/** The pages of a repository that name a revision and a path. */
const pages = /^(?:tree|blob|resolve|raw|blame|edit|commits?)$/;

/** Pages of the Hub where an owner would stand. */
const otherPages =
  /^(?:blog|chat|collections|docs|enterprise|join|learn|login|new|organizations|papers|posts|pricing|settings|tasks)$/;

/** Reads the id, URL or `hf://` path of a repository; undefined: it is none. */
export function parseRepoAddress(text: string): RepoAddress | undefined {
  if (text.startsWith("hf://")) return parseHfPath(text.slice(5).split("/"));
  return hubPage.test(text)
    ? ofParts(partsOf(new URL(text)).map(decodeText), true)
    : ofParts(text.split("/"), false);
}

/** A model with its owner: `acme/m`; a file: `datasets/acme/x@v1/a.csv`. */
function parseHfPath(all: string[]): RepoAddress | undefined {
  while (all.at(-1) === "") all.pop();
  const [type, parts] = kindOf(all);
  const [namespace = "", nameAndRevision = "", ...path] = parts;
  const [name = "", revision] = nameAndRevision.split(/@(.*)/s);
  const place = revision === undefined
    ? { revision: null, path: path.join("/") || null }
    : placeOf([decodeText(revision), ...path]);
  return checked({ type, namespace, name, ...place });
}

/** Revisions that may be written with their slashes, not with %2F. */
const revisionOfParts = /^refs\/(?:pr\/\d+|convert\/[\w.-]+)$/;

/** The revision that parts begin with, and the path after it. */
function placeOf(
  parts: readonly string[],
): Pick<RepoAddress, "revision" | "path"> {
  const size = revisionOfParts.test(parts.slice(0, 3).join("/")) ? 3 : 1;
  return {
    revision: parts.length === 0 ? null : parts.slice(0, size).join("/"),
    path: parts.slice(size).join("/") || null,
  };
}

function ofParts(
  all: readonly string[],
  isPage: boolean,
): RepoAddress | undefined {
  const [type, parts] = kindOf(all);
  // A repository may be called `tree` itself: its owner stands before it.
  const at = pages.test(parts[2] ?? "")
    ? 2
    : parts.length > 2 && pages.test(parts[1] ?? "")
    ? 1
    : -1;
  const size = isPage ? 2 : parts.length;
  const owner = parts.slice(0, at === -1 ? size : at);
  if (owner.length === 0 || owner.length > 2) return undefined;
  if (isPage && otherPages.test(all[0] ?? "")) return undefined;
  return checked({
    type,
    namespace: owner.length === 2 ? owner[0] ?? null : null,
    name: owner.at(-1) ?? "",
    ...placeOf(at === -1 ? [] : parts.slice(at + 1)),
  });
}

/** Reads the id of a part, as in `datasets/acme/x/branch/v1` of `branch`. */
export function parsePartId(id: string, word: string) {
  const [type, parts] = kindOf(id.split("/"));
  const [namespace, name, found, ...rest] = parts;
  if (found !== word || rest.join("/") === "" || type === "other") {
    return undefined;
  }
  return ofParts([`${namespace}`, `${name}`], false) &&
    { type, repository: `${namespace}/${name}`, rest: rest.join("/") };
}

const areas: ReadonlyMap<string | undefined, RepoKind | "other"> = new Map([
  ["models", "model"],
  ["datasets", "dataset"],
  ["spaces", "space"],
  ["buckets", "other"],
  ["kernels", "other"],
]);

/** The type of repository that a path names, a model by default, and the rest. */
function kindOf(
  parts: readonly string[],
): [kind: RepoKind | "other", rest: readonly string[]] {
  const kind = areas.get(parts[0]);
  return kind === undefined ? ["model", parts] : [kind, parts.slice(1)];
}

function checked(
  { type, ...place }: Omit<RepoAddress, "type"> & {
    readonly type: RepoKind | "other";
  },
): RepoAddress | undefined {
  const { namespace, name, revision, path } = place;
  const isWell =
    [name, namespace].every((text) =>
      text === null || namePattern.test(text)
    ) &&
    [revision, path].every((text) => text === null || pathInside.test(text)) &&
    !/\s/.test(revision ?? "");
  return isWell && type !== "other" ? { type, ...place } : undefined;
}

/** The text without percent encoding, if it has any that is well-formed. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The id as users of the Hub write it: `acme/m`, `datasets/acme/x`. */
export function repoIdOf({ namespace, name }: RepoAddress): string {
  return namespace === null ? name : `${namespace}/${name}`;
}

/** The path of a repository below the Hub, without a slash at its start. */
export function repoPath(type: string, id: string): string {
  return type === "model" ? id : `${type}s/${id}`;
}

/** The URL of a repository's page; who has asked the Hub knows its URL. */
export function repoUrl(
  type: string,
  id: string,
  hubUrl: string | Unknown,
): string {
  return `${isUnknown(hubUrl) ? "" : hubUrl}/${repoPath(type, id)}`;
}
