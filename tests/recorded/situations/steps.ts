/**
 * Steps that bring a sandbox into the situation in which an answer was
 * recorded.
 *
 * @module
 */
import type { JsonObject } from "../../../client/sandbox/mod.ts";

/**
 * A request: a line such as `GET /api/…`, a body, and who sends it. `{a.b}` in a
 * line is that of the last answer, `{location}` where that led to.
 */
export type RequestStep = readonly [
  line: string,
  body?: JsonObject | undefined,
  token?: string | null,
];

/** The requests before an answer; the last asks for it. */
export interface Situation {
  /** The requests. */
  readonly steps: readonly RequestStep[];
  /** Whether its recorder kept a part of the answer: only this is compared. */
  readonly isPart: boolean;
  /** The number of requests that are allowed in five minutes. */
  readonly allowed?: number;
}

/** Situations by the names of their answers. */
export type Situations = Readonly<Record<string, Situation>>;

/** An answer that was recorded whole. */
export function wholeAnswer(...steps: readonly RequestStep[]): Situation {
  return { steps, isPart: false };
}

/** An answer of which a part was recorded. */
export function partialAnswer(...steps: readonly RequestStep[]): Situation {
  return { steps, isPart: true };
}

/** A refusal of the last request, as too many. */
export function refusedAsOneTooMany(
  ...steps: readonly RequestStep[]
): Situation {
  return { steps, isPart: true, allowed: steps.length - 1 };
}

/** Nobody's token. */
export const nobody = null;

/** A request with another token. */
export function sendAs(
  token: string | null,
  [line, body]: RequestStep,
): RequestStep {
  return [line, body, token];
}

/** Lets a minute pass. */
export const later: RequestStep = ["POST /_sandbox/clock", { ms: 60_000 }];

/** The model, Space and endpoints that the situations are about. */
export const model = "/api/models/acme/m";
export const space = "/api/spaces/acme/s";
export const endpoints = "/v2/endpoint/acme";

/** The route for requests of access to the model. */
export const requests = `${model}/user-access-request`;

/** Creates a repository of the organization. */
export function create(
  type: string,
  name: string,
  more: JsonObject = {},
): RequestStep {
  return [
    "POST /api/repos/create",
    { type, name, organization: "acme", ...more },
  ];
}

/** Commits one file. */
export function commitFile(
  where: string,
  path: string,
  text: string,
): RequestStep {
  const file = { path, content: btoa(text), encoding: "base64" };
  return [`POST ${where}/commit/main`, { summary: "Change", files: [file] }];
}

/** A model. */
export const aModel = create("model", "m");

/** One that is gated. */
export const gatedModel: readonly RequestStep[] = [
  aModel,
  [`PUT ${model}/settings`, { gated: "manual" }],
];

/** Grants and asks for access to it, and decides. */
export const grant: RequestStep = [`POST ${requests}/grant`, { user: "bob" }];
export const accessRequest: RequestStep = ["POST /_sandbox/access-requests", {
  repo: "acme/m",
  user: "bob",
}];
export const othersRequest: RequestStep = ["POST /_sandbox/access-requests", {
  repo: "acme/m",
  user: "other",
}];
export function handle(body: JsonObject): RequestStep {
  return [`POST ${requests}/handle`, body];
}
