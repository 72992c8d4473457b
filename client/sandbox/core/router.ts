import type { AccessRule, Caller } from "./accounts.ts";
import { badRequest, Failure } from "./failure.ts";
import { isObject, type Json, type JsonObject, parseJson } from "./json.ts";

/** A request before its caller and route are known. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Time of arrival, in milliseconds since 1970. */
  readonly at: number;
}

/** A request as a handler sees it. */
export class Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly at: number;
  readonly caller: Caller;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;

  /** Adds the caller and the path parameters to a request. */
  constructor(
    request: IncomingRequest,
    caller: Caller,
    params: Readonly<Record<string, string>> = {},
  ) {
    this.url = request.url;
    this.headers = request.headers;
    this.bytes = request.bytes;
    this.requestId = request.requestId;
    this.signal = request.signal;
    this.at = request.at;
    this.caller = caller;
    this.params = params;
  }

  /** The query parameters. */
  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  /** Returns a path parameter of the route, or the empty string. */
  param(name: string): string {
    return this.params[name] ?? "";
  }

  /** Decodes the body as text. */
  readText(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** Parses the body; throws 415 for another content type, 400 for no JSON. */
  readJson(): Json {
    const type = this.headers.get("content-type") ?? "";
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
      const message = "Expected request with `Content-Type: application/json`";
      throw new Failure(415, message, { isPlain: true });
    }
    const value = parseJson(this.readText());
    if (value !== undefined) return value;
    const message = "Failed to parse the request body as JSON: expected value";
    throw new Failure(400, message, { isPlain: true });
  }

  /** Parses the body as an object; throws 422 for JSON of another type. */
  readObject(): JsonObject {
    const value = this.readJson();
    if (isObject(value)) return value;
    throw new Failure(422, "The request body must be a JSON object");
  }
}

/** Does the work of a route; throws {@link Failure} to refuse. */
export type Handler = (call: Call) => Response | Promise<Response>;

/** A route of a module. */
export interface Route {
  readonly method: string;
  /** Path with `:name` for a segment, `:name(a|b)` for one of some, and
   * `*name` for one or more segments. */
  readonly path: string;
  readonly rule: AccessRule;
  /** Name of the action quota that the request counts against. */
  readonly action?: string;
  readonly handle: Handler;
}

/** Makes routes of the same access rule; a key is a method and a path. */
export function routes(
  rule: AccessRule,
  handlers: Readonly<Record<string, Handler>>,
  action?: string,
): Route[] {
  return Object.entries(handlers).map(([line, handle]) => {
    const [method = "", path = ""] = line.split(" ");
    return { method, path, rule, handle, ...action && { action } };
  });
}

/** A table of the page: the objects of one kind. */
export interface PageSection {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly PageRow[];
}

/** An object on the page. */
export interface PageRow {
  /** One cell for each column; the first is the name. */
  readonly cells: readonly string[];
  /** The current price per hour in dollars; left out for what is free. */
  readonly cost?: number;
}

/** A part of the services: routes over a store of its own. */
export interface ApiModule {
  /** The routes; the first that matches handles a request. */
  readonly routes: readonly Route[];
  /** Routes below `/_sandbox` for tests. */
  readonly control?: readonly Route[];
  readonly sections?: () => readonly PageSection[];
}

/** A route that matched, with its parameters. */
export interface RouteMatch {
  readonly route: Route;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Finds the route of a request. */
export class Router {
  readonly #routes: readonly CompiledRoute[];

  /** Compiles routes, in order. */
  constructor(routes: readonly Route[]) {
    this.#routes = routes.map(compileRoute);
  }

  /** All routes, in the order in which they are tried. */
  get routes(): readonly Route[] {
    return this.#routes.map(({ route }) => route);
  }

  /** Returns the route of a method and a path; throws 404 if there is none. */
  find(method: string, path: string): RouteMatch {
    for (const { route, pattern, names } of this.#routes) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found !== null) return { route, params: decodeParams(names, found) };
    }
    throw new Failure(
      404,
      "Sorry, we can't find the page you are looking for.",
    );
  }
}

function compileRoute(route: Route): CompiledRoute {
  const names: string[] = [];
  const source = route.path.split("/").map((part) => {
    const [, kind, name, choice, rest = ""] =
      /^([:*])(\w+)(\([^)]*\))?([^:*()]*)$/.exec(part) ?? [];
    if (name === undefined) return escapeRegExp(part);
    names.push(name);
    return (kind === ":" ? choice ?? "([^/]+)" : "(.+?)") + escapeRegExp(rest);
  }).join("/");
  return { route, names, pattern: new RegExp(`^${source}$`) };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function decodeParams(
  names: readonly string[],
  found: RegExpExecArray,
): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => {
    const text = found[index + 1] ?? "";
    try {
      return [name, decodeURIComponent(text)];
    } catch {
      throw badRequest(`Path segment is not valid percent-encoding: ${text}`);
    }
  }));
}

/** Makes a JSON response. */
export function json(value: Json, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(value), { ...init, headers });
}

/** Makes a plain text response. */
export function textResponse(value: string): Response {
  return new Response(value, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** Makes a response without a body. */
export function noContent(status = 204): Response {
  return new Response(null, { status });
}
