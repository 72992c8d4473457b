import {
  type AccessRule,
  type Account,
  type Accounts,
  type Caller,
  invalidToken,
} from "./accounts.ts";
import type { Check } from "./checks.ts";
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
  readonly at: number;
}

/** A request as a handler sees it. */
export interface Call extends IncomingRequest {
  readonly caller: Caller;
  /** The user of the caller; throws 401 without a token. */
  readonly user: Account;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** Returns a path parameter of the route, or the empty string. */
  param(name: string): string;
  readText(): string;
  /** Parses the body; throws 415 for another content type, 400 for no JSON. */
  readJson(): Json;
  /** Parses the body as an object; throws 422 for JSON of another type. */
  readObject(): JsonObject;
  /** Parses a body that a check accepts; throws 400 or 415. */
  readBody<T>(check: Check<T>): T;
}

/** Adds the caller and the path parameters to a request. */
export function makeCall(
  request: IncomingRequest,
  caller: Caller,
  params: Readonly<Record<string, string>> = {},
): Call {
  return {
    ...request,
    caller,
    get user() {
      if (caller.user === undefined) throw invalidToken();
      return caller.user;
    },
    query: request.url.searchParams,
    params,
    param: (name) => params[name] ?? "",
    readText: () => new TextDecoder().decode(request.bytes),
    readJson() {
      const type = request.headers.get("content-type") ?? "";
      if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
        const message =
          "Expected request with `Content-Type: application/json`";
        throw new Failure(415, message, { isPlain: true });
      }
      const value = parseJson(this.readText());
      if (value !== undefined) return value;
      const message =
        "Failed to parse the request body as JSON: expected value";
      throw new Failure(400, message, { isPlain: true });
    },
    readObject() {
      const value = this.readJson();
      if (isObject(value)) return value;
      throw new Failure(422, "The request body must be a JSON object");
    },
    readBody(check) {
      return check(this.readJson(), "");
    },
  };
}

/** The result of a handler: a response, its JSON, or nothing for a 204. */
export type Result = Response | Json | void;

/** Does the work of a route; throws {@link Failure} to refuse. */
export type Handler = (call: Call) => Result | Promise<Result>;

/** Does the work of a route of an object, which is found first. */
export type ObjectHandler<T> = (
  call: Call,
  object: T,
) => Result | Promise<Result>;

/** A route of a module. */
export interface Route {
  readonly method: string;
  /** Path with `:name` for a segment, `:name(a|b)` for one of some, and
   * `*name` for one or more segments. */
  readonly path: string;
  readonly rule: AccessRule;
  readonly handle: Handler;
}

/** Makes routes of the same access rule; a key is a method and a path. */
export function routes(
  access: AccessRule | "public" | "token",
  handlers: Readonly<Record<string, Handler>>,
): Route[] {
  const rule = typeof access === "string" ? { access } : access;
  return Object.entries(handlers).map(([line, handle]) => {
    const [method = "", path = ""] = line.split(" ");
    return { method, path, rule, handle };
  });
}

/**
 * Makes routes below the path of an object, which is found before each call; a
 * key is a method and the rest of the path.
 */
export function objectRoutes<T>(
  access: AccessRule | "public" | "token",
  path: string,
  find: (call: Call) => T,
  handlers: Readonly<Record<string, ObjectHandler<T>>>,
): Route[] {
  const entries = Object.entries(handlers).map(([line, handle]) => {
    const [method = "", rest = ""] = line.split(" ");
    const handler: Handler = (call) => handle(call, find(call));
    return [`${method} ${path}${rest}`, handler];
  });
  return routes(access, Object.fromEntries(entries));
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

/**
 * Makes a table of the page: for each object a cell in each column, and its
 * price per hour if it has one.
 */
export function pageSection<T>(
  title: string,
  objects: Iterable<T>,
  columns: Readonly<Record<string, (object: T) => unknown>>,
  costOf?: (object: T) => number,
): PageSection {
  const cells = Object.values(columns);
  const rows = Array.from(objects, (object) => ({
    cells: cells.map((cell) => String(cell(object))),
    ...costOf && { cost: costOf(object) },
  }));
  return { title, columns: Object.keys(columns), rows };
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
  readonly params: Readonly<Record<string, string>>;
}

interface CompiledPath {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

interface CompiledRoute extends CompiledPath {
  readonly route: Route;
}

/** The compiled paths, which all sandboxes share. */
const compiled = new Map<string, CompiledPath>();

/** Finds the route of a request. */
export class Router {
  readonly #routes: readonly CompiledRoute[];

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
  const known = compiled.get(route.path) ?? compilePath(route.path);
  compiled.set(route.path, known);
  return { route, ...known };
}

function compilePath(path: string): CompiledPath {
  const names: string[] = [];
  const source = path.split("/").map((part) => {
    const [, kind, name, choice, rest = ""] =
      /^([:*])(\w+)(\([^)]*\))?(|[^:*()\w][^:*()]*)$/.exec(part) ?? [];
    if (name === undefined) return escapeRegExp(part);
    names.push(name);
    return (kind === ":" ? choice ?? "([^/]+)" : "(.+?)") + escapeRegExp(rest);
  }).join("/");
  return { names, pattern: new RegExp(`^${source}$`) };
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

/** Makes a response of the result of a handler. */
export function toResponse(result: Result): Response {
  if (result instanceof Response) return result;
  return result === undefined
    ? new Response(null, { status: 204 })
    : json(result);
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

/** Renders the namespace of a path and the user, who has access to it. */
export function renderAccess(accounts: Accounts, call: Call): JsonObject {
  const reference = ({ id, name }: Account) => ({ id, name });
  const owner = accounts.get(call.param("namespace"));
  return { namespace: reference(owner), user: reference(call.user) };
}
