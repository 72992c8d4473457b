/**
 * Ids for import: `namespace/name`, or the address of a page.
 *
 * @module
 */

import { failure } from "../../framework/mod.ts";
import { safeName } from "./validators.ts";

/** Owner and name of something. */
export interface OwnedName {
  /** The user or organization. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
}

const hubHosts = ["huggingface.co", "hf.co"];

const endpointHosts = [
  "endpoints.huggingface.co",
  "ui.endpoints.huggingface.co",
  "api.endpoints.huggingface.cloud",
];

/**
 * Reads the id of an endpoint.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseEndpointId(id: string): OwnedName {
  const [namespace, name] = namesIn(id, partsOfUrl, 2);
  if (namespace === undefined || name === undefined) {
    throw failure(
      "Invalid import ID",
      `${JSON.stringify(id)} is no ID of an endpoint. It must be ` +
        "`namespace/name`, such as `acme/my-endpoint`, or the address of " +
        "its page, such as " +
        "`https://endpoints.huggingface.co/acme/endpoints/my-endpoint`.",
    );
  }
  return { namespace, name };
}

/** Finds the names among the parts of the path of a URL. */
type PartsOfUrl = (host: string, parts: readonly string[]) => readonly string[];

/** The names in an id, or none if it is not made of so many. */
function namesIn(
  id: string,
  ofUrl: PartsOfUrl,
  count: number,
): readonly string[] {
  const names = /^https?:\/\//.test(id)
    ? namesInUrl(id, ofUrl).slice(0, count)
    : id.split("/");
  const areNames = names.every((name) => safeName.test(name));
  return names.length === count && areNames ? names : [];
}

function namesInUrl(id: string, ofUrl: PartsOfUrl): readonly string[] {
  if (!URL.canParse(id)) return [];
  const { host, pathname } = new URL(id);
  return ofUrl(host, pathname.split("/").filter((part) => part !== ""));
}

/** `/acme/endpoints/x` of the pages, `/v2/endpoint/acme/x` of the API. */
function partsOfUrl(host: string, parts: readonly string[]): readonly string[] {
  if (!endpointHosts.includes(host)) return [];
  if (/^v\d$/.test(parts[0] ?? "") && parts[1] === "endpoint") {
    return parts.slice(2, 4);
  }
  const [namespace = "", page, name = ""] = parts;
  return page === "endpoints" ? [namespace, name] : [];
}

/**
 * Reads the id of a Space.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseSpaceId(id: string): OwnedName {
  const [namespace, name] = namesIn(id, partsOfSpaceUrl, 2);
  if (namespace === undefined || name === undefined) {
    throw failure(
      "Invalid import ID",
      `${JSON.stringify(id)} is no ID of a Space. It must be ` +
        "`namespace/name`, such as `acme/my-space`, or the address of its " +
        "page, such as `https://huggingface.co/spaces/acme/my-space`.",
    );
  }
  return { namespace, name };
}

/**
 * Reads the id of a model or dataset.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseRepoId(kind: "model" | "dataset", id: string): OwnedName {
  const prefix = kind === "model" ? "" : `${kind}s/`;
  const [namespace, name] = namesIn(
    id.startsWith(`${kind}s/`) ? id.slice(kind.length + 2) : id,
    (host, parts) => partsOfHubUrl(host, parts, kind),
    2,
  );
  if (namespace === undefined || name === undefined) {
    throw failure(
      "Invalid import ID",
      `${JSON.stringify(id)} is no ID of a ${kind}. It must be ` +
        `\`namespace/name\`, such as \`acme/my-${kind}\`, or the address of ` +
        `its page, such as \`https://huggingface.co/${prefix}acme/my-${kind}\`.`,
    );
  }
  return { namespace, name };
}

/**
 * Reads the id of a bucket.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseBucketId(id: string): OwnedName {
  const ofUrl: PartsOfUrl = (host, parts) =>
    hubHosts.includes(host) && parts[0] === "buckets" ? parts.slice(1) : [];
  const [namespace, name] = namesIn(id, ofUrl, 2);
  if (namespace === undefined || name === undefined) {
    throw failure(
      "Invalid import ID",
      `${JSON.stringify(id)} is no ID of a bucket. It must be ` +
        "`namespace/name`, such as `acme/checkpoints`, or the address of its " +
        "page, such as `https://huggingface.co/buckets/acme/checkpoints`.",
    );
  }
  return { namespace, name };
}

/**
 * Reads the id of a secret or variable of a Space.
 *
 * @param kind What it is, for the message.
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseSpaceKeyId(
  kind: string,
  id: string,
): { readonly space: string; readonly key: string } {
  const [namespace, name, key] = namesIn(id, partsOfSpaceUrl, 3);
  if (namespace === undefined || name === undefined || key === undefined) {
    throw failure(
      "Invalid import ID",
      `${JSON.stringify(id)} is no ID of a ${kind} of a Space. It must be ` +
        "`namespace/name/KEY`, such as `acme/my-space/MODE`.",
    );
  }
  return { space: `${namespace}/${name}`, key };
}

/** `/spaces/acme/x` of the pages, `/api/spaces/acme/x` of the API. */
function partsOfSpaceUrl(
  host: string,
  parts: readonly string[],
): readonly string[] {
  return partsOfHubUrl(host, parts, "space");
}

/** The names in the path of a page, or of a route of the API. */
function partsOfHubUrl(
  host: string,
  parts: readonly string[],
  kind: "model" | "dataset" | "space",
): readonly string[] {
  if (!hubHosts.includes(host)) return [];
  const isApi = parts[0] === "api";
  const [area = "", ...names] = isApi ? parts.slice(1) : parts;
  if (kind === "model" && !isApi) return parts;
  return area === `${kind}s` ? names : [];
}
