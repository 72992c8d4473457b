/**
 * A client whose requests, and the sandbox's answers to them, are held against
 * the Hub's own OpenAPI document.
 *
 * @module
 */

import { HuggingFace } from "../../mod.ts";
import { Sandbox } from "../../client/sandbox/mod.ts";
import { violations } from "./json_schema.ts";

/** One operation of the document. */
export interface Operation {
  /** Schemas of the query parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Schema of the request's body. */
  readonly request?: unknown;
  /** Schemas of the answers, by status. */
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Operations by method and path, as `GET /api/models/{namespace}/{repo}`. */
export type Operations = Readonly<Record<string, Operation>>;

/** The operation of a request; literal paths before those with parameters. */
function operationOf(
  operations: Operations,
  method: string,
  path: string,
): string | undefined {
  return Object.keys(operations)
    .filter((key) => {
      const [verb, template = ""] = key.split(" ");
      const pattern = template.replaceAll(/\{[^}]+\}/g, "[^/]+");
      return verb === method && new RegExp(`^${pattern}$`).test(path);
    })
    .sort((a, b) => a.split("{").length - b.split("{").length)[0];
}

/** A client that is looked at. */
export interface Checked {
  /** The client. */
  readonly client: HuggingFace;
  /** What it talks to. */
  readonly sandbox: Sandbox;
  /** The operations that were called. */
  readonly seen: Set<string>;
  /** What did not fit, a line each. */
  readonly found: string[];
}

/**
 * Makes such a client.
 *
 * @param operations The operations of the document.
 * @param exceptions Requests that are not held against it.
 */
export function checkedClient(
  operations: Operations,
  exceptions: readonly RegExp[] = [],
): Checked {
  const sandbox = new Sandbox({ startupMs: 0, createMs: 0 });
  const seen = new Set<string>();
  const found: string[] = [];
  const client = new HuggingFace({
    token: sandbox.token,
    maxRetries: 0,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const text = await request.clone().text();
      const response = await sandbox.fetch(request);
      const key = operationOf(operations, request.method, pathname);
      if (key === undefined) return response;
      seen.add(key);
      const { query = {}, request: body, responses = {} } = operations[key] ??
        {};
      const at = `${request.method} ${pathname}`;
      if (exceptions.some((pattern) => pattern.test(at))) return response;
      for (const name of searchParams.keys()) {
        if (!Object.hasOwn(query, name)) {
          found.push(`${at}: ${name} is unknown`);
        }
      }
      if (body !== undefined && text !== "") {
        found.push(
          ...violations(JSON.parse(text), body).map((line) => `${at}: ${line}`),
        );
      }
      const schema = responses[String(response.status)];
      const type = response.headers.get("content-type") ?? "";
      if (schema !== undefined && type.includes("json")) {
        const answer: unknown = await response.clone().json();
        found.push(
          ...violations(answer, schema).map((line) =>
            `${at} -> ${response.status}: ${line}`
          ),
        );
      }
      return response;
    },
  });
  return { client, sandbox, seen, found };
}
