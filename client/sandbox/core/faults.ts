import type { Json } from "./json.ts";
import { json } from "./router.ts";
import { matchesGlob } from "./glob.ts";

/** The requests that a fault hits. */
export interface FaultMatch {
  /** HTTP method; every method when left out. */
  readonly method?: string;
  /** A part of the path and query, or a glob of the whole path (with `*`, `**`
   * for any folders); every path when left out. */
  readonly path?: string;
}

/** The effect of a fault. */
export interface FaultAction {
  /** Status of the response; the request takes no effect. */
  readonly status?: number;
  /** Body of the response: text as it is, anything else as JSON. */
  readonly body?: Json;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to wait first. */
  readonly delay_ms?: number;
  /** Drops the connection before or after the request takes effect. */
  readonly close?: "before" | "after";
  /** With `status`: the request takes effect all the same. */
  readonly take_effect?: boolean;
  /** Another request of the sandbox user, just before this one. */
  readonly meanwhile?: Meanwhile;
}

/** A request made elsewhere, such as one that renames. */
export interface Meanwhile {
  /** HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** JSON body; none when left out. */
  readonly body?: Json;
}

/** A fault to inject. */
export interface Fault {
  /** The requests it hits; every request when left out. */
  readonly match?: FaultMatch;
  /** Number of matching requests that pass before it hits. Default: 0. */
  readonly skip?: number;
  /** Number of requests it hits. Default: 1. */
  readonly times?: number;
  /** The effect on them. */
  readonly action: FaultAction;
}

interface ArmedFault {
  readonly fault: Fault;
  skip: number;
  left: number;
}

/** The faults that are armed, in the order they were added. */
export class Faults {
  #armed: ArmedFault[] = [];

  /** Arms a fault; throws SyntaxError when its path is a regular expression,
   * RangeError when its status is none of a response. */
  add(fault: Fault): void {
    const { status } = fault.action;
    if (status !== undefined && !(status >= 200 && status <= 599)) {
      throw new RangeError(`A status is 200 to 599, not ${status}`);
    }
    new Headers(fault.action.headers);
    const { path = "" } = fault.match ?? {};
    if (/^\^|\\|\$$/.test(path)) {
      throw new SyntaxError(
        `path is a part of a path or a glob, no regular expression: ${path}`,
      );
    }
    const { skip = 0, times = 1 } = fault;
    this.#armed.push({ fault, skip, left: times });
  }

  clear(): void {
    this.#armed = [];
  }

  /** Returns the armed faults with the number of times left. */
  list(): Fault[] {
    return this.#armed.map(({ fault, skip, left }) => ({
      ...fault,
      skip,
      times: left,
    }));
  }

  /** Returns the fault that hits a request, if any, and counts it. */
  take(method: string, path: string): FaultAction | undefined {
    const hit = this.#armed.find(({ fault: { match = {} } }) =>
      (match.method ?? method).toUpperCase() === method &&
      isMatch(match.path ?? "", path)
    );
    if (hit === undefined) return undefined;
    if (hit.skip > 0) {
      hit.skip--;
      return undefined;
    }
    hit.left--;
    if (hit.left <= 0) this.#armed = this.#armed.filter((one) => one !== hit);
    return hit.fault.action;
  }
}

function isMatch(pattern: string, path: string): boolean {
  return pattern.includes("*")
    ? matchesGlob(pattern, path.replace(/\?.*/, ""))
    : path.includes(pattern);
}

/** Makes the response of a fault with a status. */
export function faultResponse(fault: FaultAction, status: number): Response {
  const headers = new Headers(fault.headers);
  const { body = { error: `Injected status ${status}` } } = fault;
  if (status === 204 || status === 304) {
    return new Response(null, { status, headers });
  }
  return typeof body === "string"
    ? new Response(body, { status, headers })
    : json(body, { status, headers });
}
