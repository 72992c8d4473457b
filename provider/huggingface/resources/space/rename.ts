/**
 * Renaming a Space, also if another one that has the name is being renamed by
 * the same apply.
 *
 * Two Spaces that swap their names are renamed in parallel, each into the name
 * of the other. Whoever finds its new name taken, while its own name is wanted,
 * steps aside to a name in between, which frees its own name for the other.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { failure, Path } from "../../../framework/mod.ts";
import { isApiError, mayHaveTakenEffect } from "../../../../mod.ts";
import { explained, repoOf, type Target } from "./target.ts";

/** How long to wait for a name that somebody in this process is leaving. */
const LEAVING_ATTEMPTS = 120;
/** How long to wait for a name of which nothing is known. */
const UNKNOWN_ATTEMPTS = 12;

/** What a Space is renamed to. */
export interface Renaming {
  /** The stable id; null if it was never seen. */
  readonly spaceId: string | null;
  /** Its new namespace and name. */
  readonly to: string;
  /** Is told of every id that it has meanwhile. */
  readonly reached: (id: string) => void;
  /** Milliseconds between two attempts at most; default 1,000. */
  readonly longestDelayMs?: number;
}

/** Gives the Space another id; the target's `id` follows. */
export async function rename(
  target: Target,
  { spaceId, to, reached, longestDelayMs = 1000 }: Renaming,
): Promise<void> {
  const { departures, spaces } = target.context.provider;
  const from = target.id;
  const done = departures.begin(from, to);
  try {
    for (let attempts = 1;; attempts++) {
      if (await moved(target, spaceId, to)) {
        reached(to);
        return;
      }
      if (target.id === from && departures.isWanted(from)) {
        const aside = nameBetween(from, spaceId);
        if (await moved(target, spaceId, aside)) reached(aside);
        continue;
      }
      const limit = departures.isLeft(to) ? LEAVING_ATTEMPTS : UNKNOWN_ATTEMPTS;
      if (attempts >= limit) {
        if (target.id !== from && await moved(target, spaceId, from)) {
          reached(from);
        }
        throw nameIsTaken(target, from, to);
      }
      await pause(target, Math.min(backoff(attempts), longestDelayMs));
    }
  } finally {
    done();
    spaces.forget();
  }
}

/** Moves the Space; false if the name is taken. */
async function moved(
  target: Target,
  spaceId: string | null,
  to: string,
): Promise<boolean> {
  const { client, context: { signal } } = target;
  for (let attempts = 1;; attempts++) {
    try {
      await client.repos.move(repoOf(target), to, { signal });
      break;
    } catch (error) {
      if (isTaken(error)) return false;
      const isLost = mayHaveTakenEffect(error) && !signal.aborted;
      if (isLost && await isThere(target, spaceId, to)) break;
      if (!isLost || attempts === 4) {
        throw await explained(error, "rename", target, moveAdvice(target, to));
      }
      await pause(target, backoff(attempts));
    }
  }
  target.id = to;
  return true;
}

function isTaken(error: unknown): boolean {
  return isApiError(error, 409) ||
    isApiError(error, 400) && /already|exists|taken/i.test(error.reason);
}

/** Whether the Space has the name already, as the answer was lost. */
async function isThere(
  target: Target,
  spaceId: string | null,
  id: string,
): Promise<boolean> {
  const { client, context: { signal } } = target;
  try {
    const info = await client.repos.info({ type: "space", id }, {
      expand: ["likes"],
      signal,
    });
    return info._id === spaceId && info.id === id;
  } catch (error) {
    if (isApiError(error, 404)) return false;
    throw error;
  }
}

function moveAdvice({ id }: Target, to: string): string | undefined {
  return id.split("/")[0] === to.split("/")[0]
    ? undefined
    : "The Hub moves Spaces from a user to an organization and between " +
      "organizations of which the user is an admin, but never to another " +
      "user. Where it cannot, make a new one with " +
      "`terraform apply -replace=<address>`.";
}

/** A name that nobody else wants, from the stable id. */
function nameBetween(from: string, spaceId: string | null): string {
  const [namespace = "", name = ""] = from.split("/");
  const suffix = `-moving-${(spaceId ?? "").slice(-8) || "space"}`;
  return `${namespace}/${name.slice(0, 96 - suffix.length)}${suffix}`;
}

function nameIsTaken(target: Target, from: string, to: string) {
  return failure(
    `Cannot rename the Space ${from} to ${to}: the name is taken`,
    `Another Space has the name ${to}, and kept it. It was not changed` +
      (target.id === from ? "" : `; this one is now called ${target.id}`) +
      ". If the other one gets another name by this configuration too, apply " +
      "again, and not with `-parallelism=1`, so that both can be renamed at " +
      "the same time; else choose another name.",
    Path.root.attribute("name"),
  );
}

function backoff(attempts: number): number {
  return 50 * 1.5 ** attempts;
}

async function pause({ context }: Target, delayMs: number): Promise<void> {
  const { signal } = context;
  try {
    await setTimeout(delayMs, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
