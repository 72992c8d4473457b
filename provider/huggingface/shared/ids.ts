/**
 * Ids for import: `namespace/name`, or the address of a page.
 *
 * @module
 */

import { failure } from "../../framework/mod.ts";

/** Owner and name of something. */
export interface OwnedName {
  /** The user or organization. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
}

const hosts = [
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
  const parts = isUrl(id) ? partsOfUrl(id) : id.split("/");
  const [namespace, name, ...more] = parts ?? [];
  if (!namespace || !name || more.length > 0 || /\s/.test(namespace + name)) {
    throw failure(
      "Wrong id of an endpoint",
      `${JSON.stringify(id)} is no id of an endpoint. It must be ` +
        "`namespace/name`, such as `acme/my-endpoint`, or the address of " +
        "its page, such as " +
        "`https://endpoints.huggingface.co/acme/endpoints/my-endpoint`.",
    );
  }
  return { namespace, name };
}

function isUrl(id: string): boolean {
  return /^https?:\/\//.test(id);
}

/** `/acme/endpoints/x` of the pages, `/v2/endpoint/acme/x` of the API. */
function partsOfUrl(id: string): string[] | undefined {
  if (!URL.canParse(id)) return undefined;
  const { host, pathname } = new URL(id);
  const parts = pathname.split("/").filter((part) => part !== "");
  if (!hosts.includes(host)) return undefined;
  if (/^v\d$/.test(parts[0] ?? "") && parts[1] === "endpoint") {
    return parts.slice(2, 4);
  }
  const [namespace = "", page, name = ""] = parts;
  return page === "endpoints" ? [namespace, name] : undefined;
}

/**
 * Reads the id of a Space.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseSpaceId(id: string): OwnedName {
  const parts = isUrl(id) ? partsOfSpaceUrl(id) : id.split("/");
  const [namespace, name, ...more] = parts ?? [];
  if (!namespace || !name || more.length > 0 || /\s/.test(namespace + name)) {
    throw failure(
      "Wrong id of a Space",
      `${JSON.stringify(id)} is no id of a Space. It must be ` +
        "`namespace/name`, such as `acme/my-space`, or the address of its " +
        "page, such as `https://huggingface.co/spaces/acme/my-space`.",
    );
  }
  return { namespace, name };
}

/** `/spaces/acme/x` of the pages, `/api/spaces/acme/x` of the API. */
function partsOfSpaceUrl(id: string): string[] | undefined {
  if (!URL.canParse(id)) return undefined;
  const parts = new URL(id).pathname.split("/").filter((part) => part !== "");
  if (parts[0] === "api") parts.shift();
  return parts[0] === "spaces" ? parts.slice(1, 3) : undefined;
}
