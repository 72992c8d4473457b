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

/** An answer to a read, to be given again. */
interface Reply {
  readonly text: string;
  readonly init: Pick<Response, "status" | "headers">;
  /** Its damages, once one was asked for. */
  odd?: ReadonlyMap<string, Damage>;
}

/** The answers to reads, by method and URL. */
export type Replies = ReadonlyMap<string, Reply>;

/**
 * The answers of JSON that come while something is done, each once, those of
 * them that come from its first write on, and all answers to its reads.
 */
export async function watchAnswers(asker: Asker, act: () => Promise<unknown>) {
  const seen = new Map<string, ObservedAnswer>();
  const made = new Map<string, ObservedAnswer>();
  const replies = new Map<string, Reply>();
  const { sandbox } = asker;
  let isMade = false;
  asker.answer = async (request) => {
    isMade ||= request.method !== "GET";
    const response = await sandbox.fetch(request.clone());
    const text = await response.clone().text();
    const name = nameOf(request);
    if (response.ok && /^[{[]/.test(text)) {
      const answer = { request: name, body: JSON.parse(text) };
      seen.set(name, answer);
      if (isMade) made.set(name, answer);
    }
    if (request.method === "GET") {
      replies.set(request.url, { text, init: response });
    }
    return response;
  };
  await act();
  asker.answer = (request) => sandbox.fetch(request);
  return { seen: [...seen.values()], made: [...made.values()], replies };
}

function nameOf({ method, url }: Request): string {
  const { pathname } = new URL(url);
  return `${method} ${pathname}`;
}

const keyOf = ({ kind, field }: Damage) => `${kind} ${field}`;

/** The damages of an answer, by what they are. */
function damagesOf(body: unknown): ReadonlyMap<string, Damage> {
  return new Map(
    Array.from(damages(body), (damage) => [keyOf(damage), damage]),
  );
}

/**
 * Answers reads as before, one of them oddly, while something is done that
 * changes nothing.
 */
export async function withOddReply<T>(
  asker: Asker,
  { request, isRecorded = false }: ObservedAnswer,
  damage: Damage,
  replies: Replies,
  act: () => Promise<T>,
): Promise<T> {
  const { sandbox } = asker;
  asker.answer = async (asked) => {
    const reply = asked.method === "GET" ? replies.get(asked.url) : undefined;
    if (reply === undefined) return await sandbox.fetch(asked);
    const { text, init: { status, headers } } = reply;
    if (nameOf(asked) !== request || status !== 200) {
      return new Response(text, { status, headers });
    }
    if (isRecorded) return Response.json(damage.body(), { headers });
    reply.odd ??= damagesOf(JSON.parse(text));
    const own = reply.odd.get(keyOf(damage)) ?? damage;
    return Response.json(own.body(), { headers });
  };
  try {
    return await act();
  } finally {
    asker.answer = (asked) => sandbox.fetch(asked);
  }
}

/**
 * Answers one request of a create oddly, from the first request on that makes
 * something, since before that nothing is there.
 */
export async function withOddAnswer<T>(
  asker: Asker,
  { request }: ObservedAnswer,
  damage: Damage,
  act: () => Promise<T>,
): Promise<T> {
  const { sandbox } = asker;
  let isOdd = false;
  asker.answer = async (asked) => {
    isOdd ||= asked.method !== "GET";
    const response = await sandbox.fetch(asked.clone());
    if (!isOdd || nameOf(asked) !== request || !response.ok) return response;
    // The times of this answer are its own.
    const own = damages(await response.json()).find((one) =>
      keyOf(one) === keyOf(damage)
    );
    return Response.json((own ?? damage).body(), { headers: response.headers });
  };
  try {
    return await act();
  } finally {
    asker.answer = (asked) => sandbox.fetch(asked);
  }
}
