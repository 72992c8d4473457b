/**
 * Answers of which one is odd, for the walks over every field of them.
 *
 * @module
 */
import type { Sandbox } from "../../../client/sandbox/mod.ts";
import { type Damage, damages } from "../../recorded/damage.ts";

/** Whatever asks a sandbox. */
export interface Asker {
  /** The sandbox that is asked. */
  readonly sandbox: Sandbox;
  /** Answers the requests. */
  answer: (request: Request) => Promise<Response>;
}

/** An answer that the provider was given. */
export interface ObservedAnswer {
  /** Method and path. */
  readonly request: string;
  /** The JSON. */
  readonly body: unknown;
  /** Whether others have recorded it. */
  readonly isRecorded?: boolean;
}

/** The fields that identify an object: an answer without one is useless. */
const keys =
  /(^|\.)(id|_id|name|slug|user|userName|path|num|token|tokenInfo|value)$/;

/** Entries of maps, whose keys say what there is. */
const entries = /^(cardData\.\w+|[A-Z_]+)$/;

/** The fields that hold the whole answer. */
const holders =
  /^(webhook|data|items|branches|tags|files|Resources|endpoint)?$/;

/** Whether only something that is demanded is odd. */
export function isDemanded(field: string): boolean {
  const bare = field.replace(/(^|\.)\d+/g, "").replace(/^\./, "");
  return keys.test(bare) || holders.test(bare) || entries.test(bare);
}

/** The answers of JSON that come while something is done, each once. */
export async function watchAnswers(asker: Asker, act: () => Promise<unknown>) {
  const seen = new Map<string, ObservedAnswer>();
  const { sandbox } = asker;
  asker.answer = async (request) => {
    const response = await sandbox.fetch(request.clone());
    const text = await response.clone().text();
    const name = nameOf(request);
    if (response.ok && /^[{[]/.test(text)) {
      seen.set(name, { request: name, body: JSON.parse(text) });
    }
    return response;
  };
  await act();
  asker.answer = (request) => sandbox.fetch(request);
  return { seen: [...seen.values()] };
}

function nameOf({ method, url }: Request): string {
  const { pathname } = new URL(url);
  return `${method} ${pathname}`;
}

/**
 * Answers one request oddly while something is done; in a create, from the
 * first request on that makes something, since before that nothing is there.
 */
export async function withDamage<T>(
  asker: Asker,
  { request, isRecorded = false }: ObservedAnswer,
  damage: Damage,
  act: () => Promise<T>,
  isCreate = false,
): Promise<T> {
  const { sandbox } = asker;
  let isOdd = !isCreate;
  asker.answer = async (asked) => {
    isOdd ||= asked.method !== "GET";
    const response = await sandbox.fetch(asked.clone());
    if (!isOdd || nameOf(asked) !== request || !response.ok) return response;
    const { headers } = response;
    if (isRecorded) return Response.json(damage.body(), { headers });
    // The times of this answer are its own.
    const own = damages(await response.json()).find(({ field, kind }) =>
      field === damage.field && kind === damage.kind
    );
    return Response.json((own ?? damage).body(), { headers });
  };
  try {
    return await act();
  } finally {
    asker.answer = (asked) => sandbox.fetch(asked);
  }
}
