/**
 * Answers that the real service gave to others, written anew with made-up
 * names: `index.tsv` says of each where it comes from.
 *
 * @module
 */
import type { HuggingFace } from "../../mod.ts";
import { inRoot } from "../../tools/paths.ts";

/** The origin of an answer, which decides how far it is trusted. */
export type AnswerKind =
  /** The service's own bytes, at most shortened. */
  | "recorded"
  /** Status and text, with the body put around them. */
  | "observed"
  /** Printed by official documentation. */
  | "quoted"
  /** Printed by a client, and put back into the form of the API. */
  | "converted"
  /** Made up by the tests of an official client. */
  | "mock";

/** An answer, and what asks for it. */
export interface RecordedAnswer {
  /** `area/name`. */
  readonly name: string;
  /** Its origin. */
  readonly kind: AnswerKind;
  /** The day, month or year that it was given. */
  readonly date: string;
  /** Method and template of the path. */
  readonly route: string;
  /** The page or file that quotes it. */
  readonly source: string;
  /** The client's method and its arguments; none asks for some. */
  readonly call?: readonly [method: string, ...args: readonly unknown[]];
  /** Method, path and query. */
  readonly request: string;
  /** The HTTP status. */
  readonly status: number;
  /** The known headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or text. */
  readonly body: unknown;
}

const ours = inRoot("tests/recorded");
const kinds = ["recorded", "observed", "quoted", "converted", "mock"] as const;

async function read(
  line: string,
  folder: string,
): Promise<RecordedAnswer> {
  const [name = "", kind, date = "", , route = "", source = ""] = line
    .split("\t");
  const known = kinds.find((each) => each === kind);
  if (known === undefined) throw new Error(`${name}: unknown kind ${kind}`);
  const text = await Deno.readTextFile(`${folder}/answers/${name}.json`);
  return { name, kind: known, date, route, source, ...JSON.parse(text) };
}

/** Every answer of a folder, in the order of its index. */
export async function readAnswers(
  folder: string = ours,
): Promise<RecordedAnswer[]> {
  const text = await Deno.readTextFile(`${folder}/index.tsv`);
  const lines = text.trimEnd().split("\n").slice(1);
  return await Promise.all(lines.map((line) => read(line, folder)));
}

/** The answer as the service sends it. */
export function toResponse(answer: RecordedAnswer): Response {
  const { status, headers, body } = answer;
  const isText = typeof body === "string";
  const bytes = isText ? body : JSON.stringify(body);
  const type = isText
    ? "text/plain; charset=utf-8"
    : "application/json; charset=utf-8";
  return new Response(bytes === "" ? null : bytes, {
    status,
    headers: { "content-type": type, ...headers },
  });
}

/** A page without items, which follows the last one of a list. */
export function emptyLists(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map((
      [name, value],
    ) => [name, Array.isArray(value) ? [] : value]),
  );
}

/** Calls the method of an answer; a list is read whole. */
export async function callOf(
  { call: [path, ...args] = [""] }: RecordedAnswer,
  client: HuggingFace,
): Promise<unknown> {
  const keys = path.split(".");
  const area = keys.slice(0, -1).reduce<unknown>(
    (holder, key) => Object(holder)[key],
    client,
  );
  const asked: unknown = Reflect.apply(
    Object(area)[keys.at(-1) ?? ""],
    area,
    args,
  );
  return Symbol.asyncIterator in Object(asked)
    ? await Array.fromAsync(asked as AsyncIterable<unknown>)
    : await asked;
}
