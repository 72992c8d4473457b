/**
 * Addresses of repositories: ids, URLs of the Hub, and `hf://` paths.
 *
 * @module
 */

import { isUnknown, type Unknown } from "../../framework/mod.ts";

/** What a repository is. */
export type RepoKind = "model" | "dataset" | "space";

/** A repository, and perhaps a place in it. */
export interface RepoAddress {
  /** What it is. */
  readonly type: RepoKind;
  /** The owner; null for the few repositories without one, such as `gpt2`. */
  readonly namespace: string | null;
  /** The name. */
  readonly name: string;
  /** The branch, tag or commit; null: none is named. */
  readonly revision: string | null;
  /** The file or folder in it; null: none is named. */
  readonly path: string | null;
}

/** What a name is made of (huggingface_hub, `validate_repo_id`). */
const namePattern = /^(?!.*(--|\.\.))[\w](?:[\w.-]{0,94}[\w])?$/;

/** The pages of a repository that name a revision and a path. */
const pages = /^(?:tree|blob|resolve|raw|blame|edit|commits?)$/;

/**
 * Reads the id, URL or `hf://` path of a repository. The id of a dataset or
 * Space begins with `datasets/` or `spaces/`, as everywhere on the Hub.
 *
 * @returns undefined if it is none of these.
 */
export function parseRepoAddress(text: string): RepoAddress | undefined {
  const hfPath = /^hf:\/\/(.*)$/s.exec(text)?.[1];
  if (hfPath !== undefined) return parseHfPath(hfPath);
  if (!/^https?:\/\//.test(text)) return ofParts(text.split("/"));
  if (!URL.canParse(text)) return undefined;
  const parts = new URL(text).pathname.split("/").filter((one) => one !== "")
    .map(decoded);
  return ofParts(parts[0] === "api" ? parts.slice(1) : parts);
}

/** A model with its owner: `acme/m`; a file: `datasets/acme/x@v1/a.csv`. */
function parseHfPath(text: string): RepoAddress | undefined {
  const [type, parts] = kindOf(text.split("/"));
  const [namespace = "", nameAndRevision = "", ...path] = parts;
  const [name = "", revision] = nameAndRevision.split(/@(.*)/s);
  return checked({
    type,
    namespace,
    name,
    // A revision with a slash is written with %2F.
    revision: revision === undefined ? null : decoded(revision),
    path: path.length === 0 ? null : path.join("/"),
  });
}

function ofParts(all: readonly string[]): RepoAddress | undefined {
  const [type, parts] = kindOf(all);
  const at = parts.findIndex((part, at) => at > 0 && pages.test(part));
  const [owner, rest] = at === -1
    ? [parts, []]
    : [parts.slice(0, at), parts.slice(at + 1)];
  if (owner.length === 0 || owner.length > 2) return undefined;
  const [revision = null, ...path] = rest;
  return checked({
    type,
    namespace: owner.length === 2 ? owner[0] ?? null : null,
    name: owner.at(-1) ?? "",
    revision,
    path: path.length === 0 ? null : path.join("/"),
  });
}

function kindOf(
  parts: readonly string[],
): [type: RepoKind, rest: readonly string[]] {
  switch (parts[0]) {
    case "models":
      return ["model", parts.slice(1)];
    case "datasets":
      return ["dataset", parts.slice(1)];
    case "spaces":
      return ["space", parts.slice(1)];
    default:
      return ["model", parts];
  }
}

function checked(address: RepoAddress): RepoAddress | undefined {
  const { namespace, name, revision } = address;
  const isName = (text: string) => namePattern.test(text);
  const isWell = isName(name) && (namespace === null || isName(namespace)) &&
    revision !== "";
  return isWell ? address : undefined;
}

/** The text without percent encoding, if it has any that is well-formed. */
function decoded(text: string): string {
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
