/**
 * A request, as an API area describes it.
 *
 * @module
 */

import type { CallOptions } from "./options.ts";
import type { AnyShape } from "./shape.ts";

/** Query parameters; undefined ones are left out, lists are repeated. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A service; each has its own base URL. */
export type Service = "hub" | "endpoints" | "catalog";

/** The HTTP methods. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** One request, as an API area describes it. */
export interface RequestOptions {
  /** The service, the Hub if left out. */
  readonly service?: Service;
  /** The HTTP method, GET if left out. */
  readonly method?: Method;
  /** The path below the base URL, made by the `path` tag. */
  readonly path: string;
  /** The action, to follow "Cannot" in messages: `read the endpoint a/b`. */
  readonly action: string;
  /** Query parameters; undefined ones are left out. */
  readonly query?: Query | undefined;
  /** The JSON body; none if undefined. */
  readonly body?: unknown;
  /** The shape of the JSON response; not checked if left out. */
  readonly shape?: AnyShape | undefined;
  /** The fields that identify the object: a response about another fails. */
  readonly identity?: Readonly<Record<string, string>> | undefined;
  /** The lines of an NDJSON body, instead of a body. */
  readonly lines?: readonly unknown[] | undefined;
  /** The `Accept` header, JSON if left out. */
  readonly accept?: string | undefined;
  /** Whether it changes nothing. By default GET and HEAD do not. */
  readonly isRead?: boolean | undefined;
  /**
   * Whether doing it twice is the same as doing it once. By default what reads,
   * PUT and DELETE are, POST and PATCH are not.
   */
  readonly isIdempotent?: boolean | undefined;
  /** Whether the token goes along if there is one, true if left out. */
  readonly usesToken?: boolean | undefined;
  /**
   * Whether the answer may come from another origin, as files come from a
   * store: over https and without token. False if left out.
   */
  readonly isDownload?: boolean | undefined;
  /** The settings of the call. */
  readonly call?: CallOptions | undefined;
}

/** A request that leaves neither service nor method to be guessed. */
export type FullRequest =
  & RequestOptions
  & Required<Pick<RequestOptions, "service" | "method">>
  & { readonly isRead: boolean };

/** Whether a request only reads, by its method. */
export function isPlainRead({ method }: Pick<FullRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Completes a request. */
export function withDefaults(options: RequestOptions): FullRequest {
  const { method = "GET", isRead = isPlainRead({ method }) } = options;
  return { service: "hub", ...options, method, isRead };
}

/**
 * The verb for messages, the options of the call, and the route below the
 * object's path with its method, GET if left out: `POST /settings`.
 */
export type RequestArgs = readonly [
  verb: string,
  call: CallOptions | undefined,
  route?: string,
];

/** A request about one object, as messages name it: `the bucket acme/x`. */
export function requestFor(
  what: string,
  at: string,
  ...[verb, call, route = ""]: RequestArgs
): RequestOptions {
  const method = METHODS.find((name) => route.startsWith(name));
  const path = at + route.slice(method?.length).trimStart();
  return { method: method ?? "GET", path, action: `${verb} ${what}`, call };
}
