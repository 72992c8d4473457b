import type { Failure } from "./failure.ts";
import { json } from "./router.ts";

/** Tests whether an address is the Hub's, not that of Inference Endpoints. */
function isHub(url: URL): boolean {
  return !url.hostname.endsWith(".endpoints.huggingface.cloud") &&
    !/^\/(v\d+|_sandbox|api\/v1\/catalog)(\/|$)/.test(url.pathname);
}

/** Makes an error response in the style of the service of an address. */
export function errorResponse(failure: Failure, url: URL): Response {
  const { status, message, options } = failure;
  const { code, errorCode, extra, hasNoBody, isPlain } = options;
  if (hasNoBody === true) return new Response(null, { status });
  const headers = new Headers(options.headers);
  if (status === 401) headers.set("www-authenticate", challenge);
  if (isHub(url)) {
    if (errorCode !== undefined) headers.set("x-error-code", errorCode);
    headers.set("x-error-message", asHeader(message));
  }
  const isText = isHub(url)
    ? isFileContent(url) || status === 307
    : isPlain === true;
  if (isText) {
    headers.set("content-type", "text/plain; charset=utf-8");
    return new Response(message, { status, headers });
  }
  const body = { error: message, ...!isHub(url) && code && { code }, ...extra };
  return json(body, { status, headers });
}

const challenge = 'Bearer realm="Authentication required", charset="UTF-8"';

/** Tests whether an address is a file's content, where errors are text. */
function isFileContent(url: URL): boolean {
  return /^\/(?!api\/|_sandbox\/)(?:[^/]+\/){1,3}(resolve|raw)\//.test(
    url.pathname,
  );
}

/** Formats a text for a header: in ASCII, on one line. */
function asHeader(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[^\x20-\x7e]/gu, "*");
}

/** Adds the headers that let a browser read a response of another origin. */
export function addCors(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set(
    "access-control-expose-headers",
    "X-Request-Id, X-Error-Code, X-Error-Message, X-HF-Warning, RateLimit, " +
      "RateLimit-Policy, Retry-After, Link, Location, ETag, Content-Range, " +
      "Accept-Ranges, X-Repo-Commit, X-Linked-Size, X-Linked-ETag, " +
      "X-Total-Count",
  );
}

/** Makes the response to a preflight request of a browser. */
export function preflightResponse(request: Request): Response {
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers":
      request.headers.get("access-control-request-headers") ??
        "authorization, content-type",
    "access-control-max-age": "86400",
  });
  addCors(headers);
  return new Response(null, { status: 204, headers });
}
