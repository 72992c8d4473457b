import type { Json } from "./json.ts";
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
  /** Answers with this status; the request takes no effect. */
  readonly status?: number;
  /** Body of the answer: text as it is, anything else as JSON. */
  readonly body?: Json;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits so many milliseconds first. */
  readonly delay_ms?: number;
  /** Drops the connection before or after the request takes effect. */
  readonly close?: "before" | "after";
  /** With `status`: the request takes effect although the answer is that. */
  readonly take_effect?: boolean;
  /** A read is answered as it would have been so many milliseconds ago. */
  readonly stale_ms?: number;
  /** The request takes effect twice, as behind a proxy that sends it again;
   * which of the two answers comes back. */
  readonly double?: "first" | "second";
  /** What the sandbox user does elsewhere, just before the request. */
  readonly meanwhile?: Meanwhile;
  /** Origin that the link to the next page of a list leads to. */
  readonly next_origin?: string;
}

/** A request that somebody else makes, such as one that renames. */
export interface Meanwhile {
  /** HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** JSON body; none when left out. */
  readonly body?: Json;
}

/** A disturbance to inject. */
export interface Fault {
  /** Which requests it hits; every request when left out. */
  readonly match?: FaultMatch;
  /** How many matching requests pass before it hits. Default: 0. */
  readonly skip?: number;
  /** How many requests it hits. Default: 1. */
  readonly times?: number;
  /** What happens to them. */
  readonly action: FaultAction;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  left: number;
}

/** The faults that are armed, in the order they were added. */
export class Faults {
  #armed: Armed[] = [];

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

  /** Disarms all. */
  clear(): void {
    this.#armed = [];
  }

  /** The armed faults with the number of times left. */
  list(): Fault[] {
    return this.#armed.map(({ fault, skip, left }) => ({
      ...fault,
      skip,
      times: left,
    }));
  }

  /** The fault that hits this request, if any; uses it up once. */
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
