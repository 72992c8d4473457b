/**
 * Requests about one repository.
 *
 * @module
 */

import type { CreatedRepo, RepoRef, ResourceGroup, XetToken } from "./types.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import type { SpaceHardware, SpaceRuntime } from "../spaces/types.ts";
import { nameOrId, path, plural } from "../core/url.ts";

/** The shape of a volume: its mount path is required. */
export const VOLUME = {
  type: "string!",
  source: "string!",
  mountPath: "string!",
  revision: "string?",
  readOnly: "boolean?",
  path: "string?",
} as const;

/** The shape of a Space's runtime status. */
export const RUNTIME: Shape<SpaceRuntime> & object = {
  stage: "string",
  hardware: { "?": true, current: "string|null", requested: "string|null" },
  gcTimeout: "number|null",
  replicas: { "?": true, current: "number|null", requested: true },
  devMode: "boolean?",
  domains: [
    { domain: "string!", isCustom: "boolean|null", stage: "string" },
    "?",
  ],
  errorMessage: "string|null",
  sha: "name?",
  volumes: [VOLUME, "?"],
};

/** The shape of a kind of hardware, of Spaces and of jobs. */
export const SPACE_HARDWARE = {
  name: "string!",
  prettyName: "string",
  cpu: "string",
  ram: "string",
  accelerator: {
    "?": null,
    type: "string",
    model: "string",
    quantity: "string?",
    vram: "string?",
    manufacturer: "string?",
  },
  unitCostUSD: "number",
  unitLabel: "string",
} as const satisfies Shape<SpaceHardware>;

/** The resource group that something belongs to; null for none. */
export const RESOURCE_GROUP = {
  "?": null,
  id: "string!",
  name: "string",
  numUsers: "number?",
} as const satisfies Shape<ResourceGroup | null>;

/** The shape of the response to a create of a repository or bucket. */
export const CREATED_REPO: Shape<CreatedRepo> = {
  url: "string?",
  name: "string!",
  id: "string",
};

/** The shape of a response with a token for Xet storage. */
export const XET_TOKEN: Shape<XetToken> = {
  casUrl: "string!",
  exp: "number!",
  accessToken: "string!",
};

/** The path of such a token below a repository's. */
export function xetPath(access: "read" | "write"): string {
  return access === "read" ? "/xet-read-token" : "/xet-write-token";
}

/** The parts of a request about one repository. */
export function onRepo(repo: RepoRef, ...args: RequestArgs): RequestOptions {
  const { type, id } = partsOf(repo);
  return requestFor(
    `the ${type} ${id}`,
    path`/api/${plural(type)}/${nameOrId(id)}`,
    ...args,
  );
}

/** Checks the type of a repository. */
export function partsOf(repo: RepoRef): RepoRef {
  const { type, id }: RepoRef = Object(repo);
  plural(type);
  return { type, id };
}

/** The path of a repository's page, below which its files are. */
export function pageOf(repo: RepoRef): string {
  const { type, id } = partsOf(repo);
  const prefix = type === "model" ? "" : path`/${plural(type)}`;
  return prefix + path`/${nameOrId(id)}`;
}

/** The parts that all requests about one Space share. */
export function onSpace(id: string, ...args: RequestArgs): RequestOptions {
  return onRepo({ type: "space", id }, ...args);
}
