/**
 * Building request URLs, and where a redirect may lead.
 *
 * @module
 */

import { ConfigurationError, InvalidArgumentError } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import type { FullRequest, Query, Service } from "./request.ts";
import { isPlainRead } from "./request.ts";

/**
 * The id of what a namespace owns, as the service shows it: `namespace/name`,
 * or `namespace/id` where it gives no names.
 */
export type NamespacedId = string;

/** Several path segments: an `owner/name`. */
export interface Segments {
  /** The segments, not yet encoded. */
  readonly segments: readonly string[];
}

/** Segments that would change the meaning of a path. */
const RESERVED_SEGMENTS = ["", ".", ".."];

function invalidValue(value: unknown, reason: string): InvalidArgumentError {
  const shown = JSON.stringify(value) ?? `${value}`;
  return new InvalidArgumentError(`Cannot use ${shown} ${reason}`);
}

/**
 * Splits a value whose slashes separate path segments, for {@linkcode path}.
 */
export function segments(value: string): Segments {
  return { segments: typeof value === "string" ? value.split("/") : [value] };
}

/**
 * Splits the id of what a namespace owns. A request for fewer or more parts
 * would be about something else.
 */
export function ownedId(
  id: string,
): Segments & { readonly segments: readonly [string, string] } {
  const [namespace, name, ...more] = segments(id).segments;
  if (namespace && name && more.length === 0) {
    return { segments: [namespace, name] };
  }
  throw invalidValue(id, "as an id: it must be namespace/name");
}

/**
 * Splits an id that may also be one name.
 *
 * @param id `namespace/name`; or a namespace alone where that stands for all it
 * owns, or the bare name of an old repository.
 */
export function nameOrId(id: string): Segments {
  return segments(id).segments.length === 1
    ? { segments: [checkName(id)] }
    : ownedId(id);
}

/** Returns the name of a user or organization if it is one. */
export function checkName(name: string): string {
  const isName = typeof name === "string" && !name.includes("/");
  if (isName && !RESERVED_SEGMENTS.includes(name)) return name;
  throw invalidValue(name, "as a name");
}

/** Returns the plural of a type, such as `models` for `model`. */
export function plural(type: string): string {
  if (typeof type === "string" && type !== "") return `${type}s`;
  throw invalidValue(type, "as a type");
}

/**
 * Returns the path of a folder, with or without slashes around its name.
 *
 * @returns The end of a request path: `""` for the root, else `/data`.
 */
export function folderPath(name: string | undefined): string {
  const bare = name?.replace(/^\/+|(?<!\/)\/+$/g, "") ?? "";
  return bare && path`/${segments(bare)}`;
}

function encodeSegment(value: unknown): string {
  if (typeof value === "string" && !RESERVED_SEGMENTS.includes(value)) {
    return encodeURIComponent(value);
  }
  throw invalidValue(value, "as a name in a path");
}

/**
 * A template tag for request paths: every value becomes exactly one path
 * segment, whatever characters it has, and {@linkcode Segments} several.
 *
 * @throws {InvalidArgumentError} If a value is empty, `.` or `..`.
 */
export function path(
  literals: TemplateStringsArray,
  ...values: readonly (string | Segments)[]
): string {
  const encoded = values.map((value) => {
    const { segments = [value] }: { readonly segments?: readonly unknown[] } =
      Object(value);
    return segments.map(encodeSegment).join("/");
  });
  return String.raw({ raw: literals }, ...encoded);
}

/**
 * Joins a base URL, a path and query parameters.
 *
 * @throws {InvalidArgumentError} If the path does not start with a slash.
 */
export function buildUrl(base: string, path: string, query?: Query): URL {
  // "@host" or ".host" would become part of the base URL's own host.
  if (!path.startsWith("/")) {
    throw invalidValue(path, "as a path: it must begin with /");
  }
  const url = new URL(base + path);
  // Those of a URL would write it anew with each.
  const params = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === "object") {
      for (const each of value) params.append(name, each);
    } else if (value !== undefined) {
      params.set(name, `${value}`);
    }
  }
  url.search = `${params}`;
  return url;
}

/**
 * Checks and normalises a base URL.
 *
 * @throws {ConfigurationError} If it is no http or https URL, or holds a
 * password.
 */
export function parseBaseUrl(name: string, value: string): string {
  const invalid = (why: string) =>
    new ConfigurationError(`Cannot use ${name}: ${why}`);
  if (!URL.canParse(value)) {
    throw invalid("it is no URL such as https://huggingface.co");
  }
  const url = new URL(value);
  if (url.username || url.password) {
    throw invalid("it holds a password; use token");
  }
  if (!/^https?:/.test(url.protocol)) {
    throw invalid(`it starts with ${url.protocol}, not https:`);
  }
  if (url.search || url.hash) {
    throw invalid("it has a query or fragment");
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  const [, own] = /\/(api|v2(\/endpoint)?)$/.exec(path) ?? [];
  if (own) {
    throw invalid(`leave out /${own}, which requests add`);
  }
  return url.origin + path;
}

/**
 * Returns the base URLs of a client. One of `endpoint` and
 * `inferenceEndpointsUrl` that is on this machine stands for both: what is half
 * set up for the sandbox must not reach the public services.
 *
 * @throws {ConfigurationError} If one cannot be used.
 */
export function parseBaseUrls(
  options: Pick<
    ClientOptions,
    "endpoint" | "inferenceEndpointsUrl" | "catalogUrl"
  >,
): Readonly<Record<Service, string>> {
  const { endpoint, inferenceEndpointsUrl } = options;
  const local = [endpoint, inferenceEndpointsUrl].find((url) =>
    url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname)
  );
  const endpoints = inferenceEndpointsUrl ?? local;
  return {
    hub: parseBaseUrl(
      "endpoint",
      endpoint ?? local ?? "https://huggingface.co",
    ),
    endpoints: parseBaseUrl(
      "inferenceEndpointsUrl",
      endpoints ?? "https://api.endpoints.huggingface.cloud",
    ),
    catalog: parseBaseUrl(
      "catalogUrl",
      // A token for another host must never go to the public one.
      options.catalogUrl ?? endpoints ?? "https://endpoints.huggingface.co",
    ),
  };
}

/** Whether a token may travel to this URL: over https, or to this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === "https:" || isLoopback(url.hostname);
}

/**
 * Whether a host of a URL is this machine. Names below `localhost` are looked
 * up like any other, and can lead elsewhere.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Longer queries are left out of messages. */
const MAX_QUERY = 80;

/**
 * The URL as it may stand in messages: storage links carry signatures in their
 * query, so only our own origin keeps it, and only one that can be read.
 *
 * @param origin The origin whose query parameters we chose ourselves.
 */
export function displayUrl(url: URL, origin: string): string {
  const query = url.origin === origin ? url.search : "";
  const shown = query.length > MAX_QUERY ? "?…" : query;
  return url.origin + url.pathname + shown;
}

/**
 * Decides about a redirect: it stays on the origin that was asked, since an
 * answer from elsewhere is not the service's. Only 307 and 308 keep the method,
 * so the others are followed for reads alone.
 *
 * @param redact Takes secrets out of what the service wrote.
 * @returns Where to go on; in words why not, if it is not followed.
 */
export function redirectStep(
  from: URL,
  request: Pick<FullRequest, "method" | "isDownload">,
  status: number,
  location: string | undefined,
  redact: (text: string) => string,
): URL | string {
  if (location === undefined || !URL.canParse(location, from.href)) {
    return "the redirect does not say where to";
  }
  const url = new URL(location, from);
  if (status !== 307 && status !== 308 && !isPlainRead(request)) {
    const to = redact(displayUrl(url, from.origin));
    return `the redirect to ${to} drops the method`;
  }
  // It would be sent in place of the token.
  if (url.username || url.password) {
    return "the redirect holds a password";
  }
  const isAllowed = url.origin === from.origin ||
    (request.isDownload === true && isPlainRead(request) &&
      url.protocol === "https:");
  if (isAllowed) return url;
  const to = url.origin === "null" ? url.protocol : url.origin;
  return `the redirect leads to another origin, ${redact(to)}`;
}
