/**
 * What the service answered, kept as it came until it is written down.
 *
 * @module
 */

import type { Fetch } from "../core/options.ts";
import { type Answer, Redactor } from "./redact.ts";

const kept =
  /^(x-error-.*|www-authenticate|retry-after|ratelimit.*|x-repo-commit)$/;

/** How much of an answer is kept. */
const MOST = 1_000_000;

/** A file that is to be written. */
export interface RecordedFile {
  /** The path below the folder. */
  readonly path: string;
  /** What is in it. */
  readonly text: string;
  /** The line about it in the index. */
  readonly line: string;
}

/** Keeps every answer that passes. */
export class Recorder {
  readonly answers: Answer[] = [];

  /** A `fetch` whose answers are kept. */
  wrap(fetch: Fetch): Fetch {
    return async (request) => {
      const response = await fetch(request);
      const text = await response.text();
      const { pathname, search } = new URL(request.url);
      if (text.length < MOST) {
        this.answers.push({
          request: `${request.method} ${pathname}${search}`,
          status: response.status,
          headers: Object.fromEntries(
            [...response.headers].filter(([name]) => kept.test(name)),
          ),
          body: parsed(text),
        });
      }
      const isEmpty = [101, 204, 205, 304].includes(response.status);
      const copy = new Response(isEmpty ? null : text, response);
      Object.defineProperty(copy, "url", { value: response.url });
      return copy;
    };
  }

  /**
   * The answers without what they say of anybody, one of each kind, in the form
   * of `tests/recorded`.
   *
   * @param names Names of those who ask.
   * @param date The day, as the index has it.
   */
  files(names: readonly string[], date: string): RecordedFile[] {
    const redactor = new Redactor(names);
    const found = new Map<string, RecordedFile>();
    for (const answer of redactor.redact(this.answers)) {
      const route = routeOf(answer.request);
      const { status } = answer;
      const name = `confirm/${slug(route)}-${status}`;
      if (found.has(name)) continue;
      found.set(name, {
        path: `answers/${name}.json`,
        text: JSON.stringify(answer, undefined, 2) + "\n",
        line: [name, "recorded", date, status, route, "deno task confirm"]
          .join("\t"),
      });
    }
    return [...found.values()];
  }
}

/** Method and path without what is made up in it. */
function routeOf(request: string): string {
  const [method = "", path = ""] = request.split(" ");
  const [bare = ""] = path.split("?");
  return `${method} ${
    bare.split("/").map((part) =>
      /\d/.test(part) && !/^v\d$/.test(part) && part !== "whoami-v2"
        ? "{name}"
        : part
    )
      .join("/")
  }`;
}

function slug(route: string): string {
  return route.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(
    /^-|-$/g,
    "",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
