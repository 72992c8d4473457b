/**
 * A sandbox whose requests and answers are held against the Hub's own OpenAPI
 * document of 2026-08-17.
 *
 * @module
 */

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv";
import { Sandbox } from "../../client/sandbox/mod.ts";
// All operations that the sandbox imitates, without prose; `{repoType}` where
// models, datasets and Spaces are the same. The halves of an `allOf` do not
// forbid each other's fields, which the original has.
import document from "../contract/hub_openapi.json" with { type: "json" };

/** One operation of the document. */
interface Operation {
  /** Schemas of the query parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Schema of the request's body. */
  readonly request?: unknown;
  /** Schemas of the answers, by status. */
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Operations by method and path, as `GET /api/jobs/{namespace}`. */
export const operations: Readonly<Record<string, Operation>> = document;

/**
 * Places where the official clients contradict the document itself, which is no
 * violation. A line is `METHOD /path: what`, with `->` and the status before
 * what is said of an answer.
 */
const contradictions: readonly RegExp[] = [
  // Clients read `path` of an entry; the document leaves it out.
  /\/tree\/.*-> 200: \$\/n .*\(path\)$/,
  // They read these of a large file, which the document has for the tree only.
  /\/paths-info\/.*\/lfs .*\((oid|size)\)$/,
  // They send these.
  /\/preupload\/.*create_pr is no parameter$/,
  /\/discussions\/.*diff is no parameter$/,
  /^GET \/api\/buckets\/.*expand is no parameter$/,
  // The document does not say what stands for no group; null is our guess.
  /\/resource-group: -> 200: \$ must be object$/,
  // The document demands it and forbids it, `repos` too.
  /\/resource-groups.*required property 'repos'$/,
  /^PATCH \/api\/collections\/.*\(success\)$/,
  // The Python client reads `requestId`, which a later edition has.
  /user-access-request.*\(requestId\)$/,
  // Later editions take `reset`.
  /user-access-request\/handle: \$\/status .*\(accepted,rejected,pending\)$/,
  // Recorded answers have this of who granted, too.
  /user-access-request.*grantedBy .*(\(verifiedOrgNames\)|in anyOf)$/,
  // Later editions have these of buckets, and no longer ask for `cdnRegions`.
  /^GET \/api\/buckets.*\((_id|description)\)$/,
  /^PUT \/api\/buckets\/.*\/settings: \$ .* 'cdnRegions'$/,
];

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  // Their forms stand beside them as patterns.
  validateFormats: false,
});
const validators = new Map<unknown, ValidateFunction>();

/**
 * Lists the violations of a schema, one line each, with the path of the value.
 */
export function violations(value: unknown, schema: unknown): string[] {
  if (schema === undefined || typeof schema !== "object" || schema === null) {
    return [];
  }
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors.filter((error) => isOfNearest(error, errors)).map(describe);
}

/** Whether an error is of the alternative that fits best, where it is of one. */
function isOfNearest(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  return all.every(({ keyword, schemaPath, instancePath }) => {
    const start = `${schemaPath}/`;
    if (keyword !== "anyOf" || !error.schemaPath.startsWith(start)) return true;
    const counts = new Map<string, number>();
    for (const other of all) {
      if (!other.instancePath.startsWith(instancePath)) continue;
      const branch = branchOf(other, start);
      if (branch === undefined) continue;
      counts.set(branch, (counts.get(branch) ?? 0) + 1);
    }
    const [nearest] = [...counts].sort((a, b) => a[1] - b[1])[0] ?? [];
    return !error.instancePath.startsWith(instancePath) ||
      branchOf(error, start) === nearest;
  });
}

function branchOf(error: ErrorObject, start: string): string | undefined {
  return error.schemaPath.startsWith(start)
    ? error.schemaPath.slice(start.length).split("/")[0]
    : undefined;
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty, allowedValue, allowedValues } = params;
  const more = additionalProperty ?? allowedValue ?? allowedValues;
  return `$${instancePath} ${message}` +
    (more === undefined ? "" : ` (${more})`);
}

const paths = Object.keys(operations).map((key) => {
  const [method = "", template = ""] = key.split(" ");
  const pattern = template
    .replace("{repoType}", "(?:models|datasets|spaces)")
    .replace(/\{(path|rev|compare)\}$/, ".+")
    .replaceAll(/\{[^}]+\}/g, "[^/]+");
  const literals = template.split("/").filter((part) => !part.includes("{"));
  return {
    key,
    method,
    pattern: new RegExp(`^${pattern}$`),
    literals: literals.length,
  };
}).sort((a, b) => b.literals - a.literals);

/** A sandbox that is looked at. */
export class CheckedSandbox extends Sandbox {
  /** The operations that were called. */
  readonly seen: Set<string> = new Set();
  /** The violations, a line each. */
  readonly found: Set<string> = new Set();

  /** Answers as a sandbox does. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const type = request.headers.get("content-type") ?? "";
    const isJson = type.startsWith("application/json");
    const text = isJson ? await request.clone().text() : "";
    const response = await super.fetch(request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const key = paths.find((one) =>
      one.method === method && one.pattern.test(pathname)
    )?.key;
    const operation = operations[key ?? ""];
    if (key === undefined || operation === undefined) return response;
    this.seen.add(key);
    const { query = {}, request: body, responses = {} } = operation;
    const { status } = response;
    // A request that the sandbox refuses may be as wrong as it likes.
    if (status < 400) {
      for (const name of searchParams.keys()) {
        if (!Object.hasOwn(query, name.replace(/\[\]$/, ""))) {
          this.#add(key, `${name} is no parameter`);
        }
      }
      if (text !== "") {
        for (const line of violations(JSON.parse(text), body)) {
          this.#add(key, line);
        }
      }
    }
    const schema = responses[String(status)];
    const answered = response.headers.get("content-type") ?? "";
    if (schema !== undefined && answered.includes("json")) {
      const answer: unknown = await response.clone().json();
      for (const line of violations(answer, schema)) {
        this.#add(key, `-> ${status}: ${line}`);
      }
    }
    return response;
  }

  #add(key: string, what: string): void {
    const line = `${key}: ${what}`.replaceAll(/\/\d+(?=\/| |$)/g, "/n");
    if (contradictions.some((pattern) => pattern.test(line))) return;
    this.found.add(line);
  }
}
