/**
 * What requests about one repository have in common.
 *
 * @module
 */

import type { RepoRef, ResourceGroup, XetToken } from "./types.ts";
import { about, type Deed, type RequestOptions } from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import type { SpaceRuntime } from "../spaces/types.ts";
import { nameOrId, path, plural } from "../core/url.ts";

/** What everybody relies on in a Space's runtime status. */
export const RUNTIME: Shape<SpaceRuntime> & object = {
  stage: "string",
  hardware: { "?": true, current: "string?", requested: "string?" },
  gcTimeout: "number?",
  replicas: { "?": true, current: "number?" },
  devMode: "boolean?",
  domains: [{ domain: "string", isCustom: "boolean?", stage: "string" }, "?"],
  errorMessage: "string?",
  sha: "name?",
  volumes: [
    { type: "string", source: "string", mountPath: "string" },
    "?",
  ],
};

/** The resource group that something belongs to; null for none. */
export const RESOURCE_GROUP: Shape<ResourceGroup | null> = {
  "?": true,
  id: "string",
  name: "string",
};

/** What an answer with a token for Xet storage must hold. */
export const XET_TOKEN: Shape<XetToken> = {
  casUrl: "string",
  exp: "number",
  accessToken: "string",
};

/**
 * The path of such a token below a repository's.
 *
 * @param access What it is to allow.
 */
export function xetPath(access: "read" | "write"): string {
  return access === "read" ? "/xet-read-token" : "/xet-write-token";
}

/**
 * The parts of a request about one repository.
 *
 * @param deed What is done to it.
 */
export function onRepo(repo: RepoRef, ...deed: Deed): RequestOptions {
  const { type, id } = partsOf(repo);
  return about(
    `the ${type} ${id}`,
    path`/api/${plural(type)}/${nameOrId(id)}`,
    ...deed,
  );
}

/** Its parts; of what is no repository, some that every path refuses. */
export function partsOf(repo: RepoRef): RepoRef {
  return Object(repo);
}

/**
 * The path of a repository's page, below which its files are.
 *
 * @returns The path, as `/datasets/acme/data`.
 */
export function pageOf(repo: RepoRef): string {
  const { type, id } = partsOf(repo);
  const prefix = type === "model" ? "" : path`/${plural(type)}`;
  return prefix + path`/${nameOrId(id)}`;
}

/**
 * The parts that all requests about one Space share.
 *
 * @param id `namespace/name`.
 * @param deed What is done to it.
 */
export function onSpace(id: string, ...deed: Deed): RequestOptions {
  return onRepo({ type: "space", id }, ...deed);
}
