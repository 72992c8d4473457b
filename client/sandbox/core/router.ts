import type { Caller, Need } from "./accounts.ts";
import { badRequest, Failure } from "./failure.ts";
import { isObject, type Json, type JsonObject, parseJson } from "./json.ts";

/** One request as a handler sees it. */
export interface Call {
  /** The full address asked for. */
  readonly url: URL;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Request headers. */
  readonly headers: Headers;
  /** The whole request body. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Who asks. */
  readonly caller: Caller;
  /** The id this request is answered with in `X-Request-Id`. */
  readonly requestId: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** When it came in, in milliseconds since 1970. */
  readonly at: number;
}

/** One entry of an area's table. */
export interface Route {
  /** HTTP method. */
  readonly method: string;
  /** Path with `:name` for a segment, `:name(a|b)` for one of some, and
   * `*name` for one or more segments. */
  readonly path: string;
  /** What the caller must be allowed to. */
  readonly needs: Need;
  /** Name of the action quota the request counts against. */
  readonly action?: string;
  /** Does the work; throws {@link Failure} to refuse. */
  readonly handle: (call: Call) => Response | Promise<Response>;
}

/** Makes an entry of a table. */
export function route(
  method: string,
  path: string,
  needs: Need,
  handle: Route["handle"],
  action?: string,
): Route {
  return { method, path, needs, handle, ...(action && { action }) };
}

/** One kind of things that exist, as the page shows them. */
export interface Section {
  /** What they are. */
  readonly title: string;
  /** What is said about each. */
  readonly columns: readonly string[];
  /** The things. */
  readonly rows: readonly Row[];
}

/** One thing that exists, as the page shows it. */
export interface Row {
  /** As many as there are columns; the first names it. */
  readonly cells: readonly string[];
  /** Where the services tell about it and its parts; first about itself. */
  readonly parts: Readonly<Record<string, string>>;
  /** What it costs an hour now, in dollars; left out for what is never billed
   * by the hour. */
  readonly cost?: number;
}

/** One area of the API: its routes over its own store. */
export interface Area {
  /** The table of routes; the first that matches answers. */
  readonly routes: readonly Route[];
  /** Routes below `/_sandbox` for tests. */
  readonly control?: readonly Route[];
  /** What exists, for the page that people look at. */
  readonly sections?: () => readonly Section[];
}

/** A route that matched, with its parameters. */
export interface Match {
  /** The route. */
  readonly route: Route;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Finds the route for a method and path. */
export class Router {
  readonly #routes: readonly Compiled[];

  /** Compiles the tables of all areas, in order. */
  constructor(areas: readonly Area[]) {
    this.#routes = areas.flatMap((area) => area.routes).map(compile);
  }

  /** All routes, in the order in which they are looked at. */
  get routes(): readonly Route[] {
    return this.#routes.map(({ route }) => route);
  }

  /** The route of a method and a path; throws 404 if there is none. */
  find(method: string, path: string): Match {
    for (const { route, pattern, names } of this.#routes) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found !== null) return { route, params: read(names, found) };
    }
    throw new Failure(
      404,
      "Sorry, we can't find the page you are looking for.",
    );
  }
}

function compile(route: Route): Compiled {
  const names: string[] = [];
  const source = route.path.split("/").map((part) => {
    const [, kind, name, choice, rest = ""] =
      /^([:*])(\w+)(\([^)]*\))?([^:*()]*)$/.exec(part) ?? [];
    if (name === undefined) return literal(part);
    names.push(name);
    return (kind === ":" ? choice ?? "([^/]+)" : "(.+?)") + literal(rest);
  }).join("/");
  return { route, names, pattern: new RegExp(`^${source}$`) };
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function read(
  names: readonly string[],
  found: RegExpExecArray,
): Record<string, string> {
  const params: Record<string, string> = {};
  names.forEach((name, index) => {
    const text = found[index + 1] ?? "";
    try {
      params[name] = decodeURIComponent(text);
    } catch {
      throw badRequest(`Path segment is not valid percent-encoding: ${text}`);
    }
  });
  return params;
}

/** A path parameter of the matched route. */
export function param(call: Call, name: string): string {
  return call.params[name] ?? "";
}

/** The body as JSON; 415 without a JSON content type, 400 when it is none. */
export function readJson(call: Call): Json {
  const type = call.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new Failure(
      415,
      "Expected request with `Content-Type: application/json`",
      { plain: true },
    );
  }
  const value = parseJson(new TextDecoder().decode(call.bytes));
  if (value === undefined) {
    throw new Failure(
      400,
      "Failed to parse the request body as JSON: expected value",
      {
        plain: true,
      },
    );
  }
  return value;
}

/** The body as a JSON object; 422 when it is JSON of another kind. */
export function readObject(call: Call): JsonObject {
  const value = readJson(call);
  if (!isObject(value)) {
    throw new Failure(422, "The request body must be a JSON object");
  }
  return value;
}

/** A JSON answer. */
export function json(value: Json, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(value), { ...init, headers });
}

/** A plain text answer. */
export function text(value: string): Response {
  return new Response(value, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
