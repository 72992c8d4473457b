/**
 * A recorder of the service's responses.
 *
 * @module
 */

import { Mask } from "../core/auth.ts";
import { readBody } from "../core/body.ts";
import { MAX_RESPONSE_BYTES } from "../core/bounds.ts";
import type { Fetch } from "../core/options.ts";
import { type RecordedResponse, Redactor, shorten } from "./redact.ts";

const kept =
  /^(x-error-(code|message)|www-authenticate|retry-after|ratelimit(-policy)?|x-repo-commit)$/;

/** The most characters of a response that are recorded. */
const MOST = 1_000_000;

/** A file to write. */
export interface RecordedFile {
  /** The path below the folder. */
  readonly path: string;
  /** The text. */
  readonly text: string;
  /** The line about it in the index. */
  readonly line: string;
}

/** Records responses. */
export class Recorder {
  readonly answers: RecordedResponse[] = [];
  readonly #mask = new Mask();

  /** Takes the token out of a text. */
  redact(text: string): string {
    return this.#mask.text(text);
  }

  /** Wraps a `fetch` and records its responses, without the token. */
  wrap(fetch: Fetch): Fetch {
    return async (request) => {
      const [, token] = request.headers.get("authorization")?.split(" ") ?? [];
      if (token !== undefined) this.#mask.add(token);
      const response = await fetch(request);
      // One byte more than the client reads, so that it refuses a larger one.
      const limit = MAX_RESPONSE_BYTES + 1;
      const { signal } = request;
      const bytes = await readBody(
        response,
        { limit, signal },
        (body) => body.bytes,
      );
      const { pathname, search } = new URL(request.url);
      if (bytes.length < MOST) {
        this.answers.push({
          request: this.#mask.text(`${request.method} ${pathname}${search}`),
          status: response.status,
          headers: Object.fromEntries(
            [...response.headers].filter(([name]) => kept.test(name))
              .map(([name, value]) => [name, this.#mask.text(value)]),
          ),
          body: this.#mask.value(
            shorten(parsed(new TextDecoder().decode(bytes))),
          ),
        });
      }
      const isEmpty = [101, 204, 205, 304].includes(response.status);
      const copy = new Response(isEmpty ? null : bytes.slice(), response);
      Object.defineProperty(copy, "url", { value: response.url });
      return copy;
    };
  }

  /**
   * Redacts the responses, one of each kind, and formats them as files of `tests/recorded`.
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

/** Replaces names in a request's path. */
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

/** A name of a file, short enough for every file system. */
function slug(route: string): string {
  return route.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").slice(0, 100)
    .replaceAll(/^-|-$/g, "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
