/**
 * Waiting until an object of the service is ready. Whatever ends that of a create
 * (its failure, the time limit, Ctrl-C, a refused look) is a warning and a note
 * beside the state: the next plan then shows an update in place, which only goes
 * on waiting, unless a read finds it ready. An error of the create would have
 * Terraform replace the object, and crashes 1.16 where several creates have one.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import {
  failure,
  type Paragraph,
  redactSecrets,
  redactValues,
} from "@hf-terraform/framework";
import {
  ConfigurationError,
  ConnectionError,
  isApiError,
  isHuggingFaceError,
  RateLimitError,
} from "@hf-terraform/client";
import { isWriteLost, sentence } from "./errors.ts";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";
import {
  explainFor,
  type RemoteObject,
  textOf,
  titleOf,
} from "./remote_object.ts";

const FIRST_INTERVAL_MS = 500;
const LONGEST_INTERVAL_MS = 5000;

/** Milliseconds that an outage may last, and 404 of what was seen. */
const [DEAD_MS, GONE_MS] = [180_000, 30_000];

/** The statuses of refusals that may pass by themselves. */
const PASSING: ReadonlySet<number> = new Set([404, 408, 409, 425, 429]);

/** Whether an error may pass by itself: 404, 5xx, no answer; no lost write. */
function mayPass(error: unknown): boolean {
  if (!isHuggingFaceError(error)) return false;
  if (error instanceof ConfigurationError || isWriteLost(error)) return false;
  return !isApiError(error) || error.status >= 500 || PASSING.has(error.status);
}

/** Plans whether an apply waits for an object of which nothing differs. */
export function planWait(
  { planned, prior, ...notes }: PrivateNotes & {
    readonly planned: Readonly<Record<"wait_for_ready" | "paused", unknown>>;
    readonly prior: { readonly wait_for_ready: unknown } | null;
  },
  isReady: boolean,
): boolean {
  const { wait_for_ready: waits, paused } = planned;
  if (prior?.wait_for_ready === false && waits === true) {
    keepNote(notes, "wait_pending", true);
  }
  return readNote(notes, "wait_pending") === true && !isReady &&
    waits !== false && paused !== true;
}

/** Looks until there is a result, sooner at first; undefined: not yet. */
export async function poll<T>(
  look: () => Promise<T | undefined>,
  { signal, isPassing = mayPass, onPassing }: {
    readonly signal: AbortSignal;
    readonly isPassing?: (error: unknown) => boolean;
    /** Is told of every error that was looked past. */
    readonly onPassing?: (error: unknown) => void;
  },
): Promise<T> {
  for (let interval = FIRST_INTERVAL_MS;; interval *= 1.5) {
    signal.throwIfAborted();
    try {
      const result = await look();
      if (result !== undefined) return result;
    } catch (error) {
      signal.throwIfAborted();
      // The service says when asking again is of use, hours from now.
      const isUsedUp = error instanceof RateLimitError &&
        error.quota === "action";
      if (!isPassing(error) || isUsedUp) throw error;
      onPassing?.(error);
    }
    const delay = Math.min(interval, LONGEST_INTERVAL_MS);
    await setTimeout(delay, undefined, { signal }).catch(() => undefined);
  }
}

/** The meaning of a look at an object for the wait. */
export type Verdict =
  | "ready"
  | "waiting"
  /** The service's own word for failure. */
  | "failed"
  /** Nothing is wrong, but it does not become ready by itself. */
  | "stalled";

/** The reason, in sentences, and what else tells it, such as a log. */
export type Explanation = readonly [reason: string, ...Paragraph[]];

export interface Wait<T> {
  look(signal: AbortSignal): Promise<T>;
  judge(seen: T): Verdict | Promise<Verdict>;
  /** The status in the service's words: "`failed`: no such model". */
  describe(seen: T): string;
  /** The lack of what the service calls ready; undefined: it does not. */
  lacks?(seen: T): string | undefined;
  /** The reason why it failed or does not go on; then the end of its log. */
  explain(seen: T): Promise<Explanation>;
  /** Whether it was just created: see the rules of this file. */
  readonly isNew: boolean;
}

/** Waits until an object is ready; returns what was seen last, if anything. */
export async function waitUntilReady<T>(
  object: RemoteObject,
  wait: Wait<T>,
): Promise<T | undefined> {
  const { signal, log, provider: { now } } = object.context;
  keepNote(object.context, "wait_pending", true);
  let last: { readonly seen: T } | undefined;
  let error: unknown;
  /** The times of the last answer, and of the last look that found no 404. */
  let [answeredAt, otherAt] = [now(), now()];
  try {
    const verdict = await poll(async () => {
      const seen = await wait.look(signal);
      const status = wait.describe(seen);
      const isNews = last === undefined || wait.describe(last.seen) !== status;
      last = { seen };
      error = undefined;
      otherAt = answeredAt = now();
      if (isNews) log.info("Waiting", { [object.kind]: object.id, status });
      const verdict = await wait.judge(seen);
      return verdict === "waiting" ? undefined : { verdict, seen };
    }, {
      signal,
      onPassing(passing) {
        error = passing;
        const isMissing = isApiError(passing, 404);
        const isSeen = !(passing instanceof ConnectionError) && !isMissing;
        if (isSeen) answeredAt = now();
        if (!isMissing) otherAt = now();
        const [since, patience] = isMissing && last
          ? [otherAt, GONE_MS]
          : [answeredAt, DEAD_MS];
        if (now() - since > patience) throw passing;
      },
    });
    if (verdict.verdict === "stalled") {
      const told = await wait.explain(verdict.seen);
      return unfinished(object, wait, undefined, last, told);
    }
    if (verdict.verdict === "failed") {
      const [cause, ...log] = await wait.explain(verdict.seen);
      const why = [`${statusOf(wait, verdict.seen)}${cause}`, ...log];
      const advice = "Correct the configuration and apply again.";
      tell(object, wait, `${titleOf(object)} failed`, why, advice);
    } else keepNote(object.context, "wait_pending", undefined);
    return verdict.seen;
  } catch (thrown) {
    if (signal.aborted) return unfinished(object, wait, error, last);
    if (!isHuggingFaceError(thrown)) throw thrown;
    if (!wait.isNew) throw await explainFor(thrown, "wait for", object);
    return unfinished(object, wait, thrown, last);
  }
}

function statusOf<T>(wait: Wait<T>, seen: T): string {
  return `Current status: ${sentence(redactValues`${wait.describe(seen)}`)} `;
}

function unfinished<T>(
  object: RemoteObject,
  wait: Wait<T>,
  /** The reason why the last look failed. */
  error: unknown,
  last: { readonly seen: T } | undefined,
  /** The reason why the object does not go on. */
  told: Explanation | readonly [] = [],
): T | undefined {
  const { kind, id, context: { signal } } = object;
  const what = `waiting for ${kind} ${id} to become ready`;
  const summary = !signal.aborted
    ? `Stopped ${what}`
    : /time limit/.test(textOf(signal.reason))
    ? `Timed out ${what}`
    : `Interrupted while ${what}`;
  const why = signal.aborted ? `Waiting ended: ${textOf(signal.reason)}. ` : "";
  const isMissing = isApiError(error, 404);
  const shown = isMissing ? undefined : last;
  const seen = shown === undefined ? "" : statusOf(wait, shown.seen);
  const lacks = shown && wait.lacks?.(shown.seen);
  const [trouble = error === undefined ? "" : sentence(textOf(error)), ...log] =
    lacks === undefined ? told : [lacks];
  const limits = "How long it waits is set by `timeouts`; with " +
    "`wait_for_ready = false` it does not wait.";
  const later = isMissing
    ? "Plan again to see whether it is."
    : lacks === undefined
    ? promises.goesOn
    : promises.isSettled;
  const status = [`${why}${seen}${trouble}`, ...log];
  tell(object, wait, summary, status, `${later} ${limits}`, isMissing);
  return last?.seen;
}

/** Says how a wait ended: of a new one as a warning, see the rules of this file. */
function tell<T>(
  { context: { diagnostics } }: RemoteObject,
  { isNew }: Wait<T>,
  summary: string,
  why: readonly Paragraph[],
  advice: string,
  isMissing = false,
): void {
  const keeps = isMissing
    ? "It is in the state, but not there any more, or not yet, or hidden."
    : isNew
    ? "It was created, is in the state and is not replaced."
    : "It exists and is in the state.";
  const detail = [...why.filter((part) => part !== ""), `${keeps} ${advice}`];
  if (!isNew) throw failure(summary, detail);
  diagnostics.addWarning(summary, detail);
}

/** The number of the last lines of a log that a message repeats. */
export const LOG_LINES = 20;

/** Blanks that fill the rows of a terminal, so that text begins the next one. */
const longGap =
  /[\s\p{Z}\p{Cf}\p{DI}\p{M}\u2800\u{13441}\u{13442}\u{1d159}]{17,}/gu;

/** Lines of others without long gaps and what the CLI draws its boxes of. */
export function plainLines(text: string, isBroken = false): readonly string[] {
  return text.split(/\r?\n|[\u0085\u2028\u2029]/).flatMap((line) => {
    const plain = line.replaceAll("\t", "    ")
      .replaceAll(longGap, " ".repeat(16)).replaceAll(/[\u2500-\u257f]/g, "+");
    // Other characters may take two columns.
    const parts = /[^ -~]/.test(plain) ? /.{1,36}/gu : /.{1,72}/gu;
    return isBroken ? plain.match(parts) ?? "" : plain;
  });
}

/** The lines of a log that are read: a secret may stand in many of them. */
const READ_LINES = 600;

/** The last lines of a log as paragraphs of a message. */
export async function lastLines(
  name: string,
  read: (tail: number) => Promise<readonly string[]>,
): Promise<Explanation> {
  try {
    const log = redactSecrets((await read(READ_LINES)).join("\n")).trim();
    const last = log.split("\n").slice(-LOG_LINES).join("\n").trim();
    const lines = plainLines(last, true).join("\n");
    return last === ""
      ? [`Its ${name} is empty.`]
      : [`The last lines of its ${name}:`, { lines }];
  } catch {
    return [`Its ${name} could not be read.`];
  }
}

/** Sentences on later plans; `promises_test.ts` has seen each come true. */
export const promises = {
  /** The wait for an object that is not ready goes on. */
  goesOn: "Apply again to go on waiting.",
  /** The service calls it ready, whatever else it lacks. */
  isSettled: "The service calls it ready, so no later apply waits for it.",
  /** For an object that was created, but could not be paused. */
  pauses: "The next plan pauses it.",
} as const;
