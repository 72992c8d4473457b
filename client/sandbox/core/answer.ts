import type { Failure } from "./failure.ts";
import { json } from "./router.ts";

/** Tells whether an address is the Hub's rather than that of endpoints. */
export function isHub(url: URL): boolean {
  return !url.hostname.endsWith(".endpoints.huggingface.cloud") &&
    !/^\/(v\d+|_sandbox|api\/v1\/catalog)(\/|$)/.test(url.pathname);
}

/** The answer to a refusal, in the style of the service addressed. */
export function answerFailure(failure: Failure, url: URL): Response {
  const { status, message, options } = failure;
  const { code, errorCode, headers, extra, bare } = options;
  if (bare === true) return new Response(null, { status });
  const all = new Headers(headers);
  if (status === 401) all.set("www-authenticate", challenge);
  const isAnswerOfHub = isHub(url);
  if (isAnswerOfHub) {
    if (errorCode !== undefined) all.set("x-error-code", errorCode);
    all.set("x-error-message", oneLine(message));
  }
  const isText = isContent(url) || status === 307;
  if (isAnswerOfHub ? isText : options.plain === true) {
    all.set("content-type", "text/plain; charset=utf-8");
    return new Response(message, { status, headers: all });
  }
  if (isAnswerOfHub) {
    return json({ error: message, ...extra }, { status, headers: all });
  }
  const body = code === undefined
    ? { error: message }
    : { error: message, code };
  return json({ ...body, ...extra }, { status, headers: all });
}

const challenge = 'Bearer realm="Authentication required", charset="UTF-8"';

/** Tells whether an address is that of a file's content, where even errors
 * are text. */
function isContent(url: URL): boolean {
  return /^\/(?!api\/|_sandbox\/)(?:[^/]+\/){1,3}(resolve|raw)\//.test(
    url.pathname,
  );
}

/** Adds what a browser needs to read an answer of another origin. */
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

/** The answer to a preflight request of a browser. */
export function preflight(request: Request): Response {
  const asked = request.headers.get("access-control-request-headers");
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": asked ?? "authorization, content-type",
    "access-control-max-age": "86400",
  });
  addCors(headers);
  return new Response(null, { status: 204, headers });
}

/** A text as the header has it: in ASCII, on one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[^\x20-\x7e]/gu, "*");
}
