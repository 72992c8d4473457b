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
  return ownedName(id, {
    ofUrl: partsOfUrl,
    kind: "an endpoint",
    example: "acme/my-endpoint",
    page: "https://endpoints.huggingface.co/acme/endpoints/my-endpoint",
  });
}

/** Something on the Hub that has an owner and a name. */
type HubKind = "model" | "dataset" | "space" | "bucket";

/**
 * Reads the id of something on the Hub.
 *
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseHubId(kind: HubKind, id: string): OwnedName {
  const area = kind === "model" ? "" : `${kind}s/`;
  return ownedName(
    id.startsWith(`${kind}s/`) ? id.slice(kind.length + 2) : id,
    {
      ofUrl: (host, parts) => partsOfHubUrl(host, parts, kind),
      kind: kind === "space" ? "a Space" : `a ${kind}`,
      example: `acme/my-${kind}`,
      page: `https://huggingface.co/${area}acme/my-${kind}`,
    },
  );
}

function ownedName(
  id: string,
  { ofUrl, kind, example, page }: {
    readonly ofUrl: PartsOfUrl;
    readonly kind: string;
    readonly example: string;
    readonly page: string;
  },
): OwnedName {
  const [namespace, name] = namesIn(id, ofUrl, 2);
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  throw failure(
    "Invalid import ID",
    `${
      JSON.stringify(id)
    } is not the ID of ${kind}. It must be \`namespace/name\`, ` +
      `such as \`${example}\`, or the address of its page, such as \`${page}\`.`,
  );
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
 * Reads the id of a secret or variable of a Space.
 *
 * @param kind What it is, for the message.
 * @throws {DiagnosticsError} If it is none, with the format.
 */
export function parseSpaceKeyId(
  kind: string,
  id: string,
): { readonly space: string; readonly key: string } {
  const [namespace, name, key] = namesIn(
    id,
    (host, parts) => partsOfHubUrl(host, parts, "space"),
    3,
  );
  if (namespace === undefined || name === undefined || key === undefined) {
    throw failure(
      "Invalid import ID",
      `${
        JSON.stringify(id)
      } is not the ID of a ${kind} of a Space. It must be ` +
        "`namespace/name/KEY`, such as `acme/my-space/MODE`.",
    );
  }
  return { space: `${namespace}/${name}`, key };
}

/** The names in the path of a page, or of a route of the API. */
function partsOfHubUrl(
  host: string,
  parts: readonly string[],
  kind: HubKind,
): readonly string[] {
  if (!hubHosts.includes(host)) return [];
  const isApi = parts[0] === "api";
  const [area = "", ...names] = isApi ? parts.slice(1) : parts;
  if (kind === "model" && !isApi) return parts;
  return area === `${kind}s` ? names : [];
}
