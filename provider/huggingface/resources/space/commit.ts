/**
 * Committing files and the card of a Space, all in one commit.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { isUnknown } from "../../../framework/mod.ts";
import {
  type CommitOperation,
  isApiError,
  mayHaveTakenEffect,
} from "../../../../mod.ts";
import { repoOf, write } from "../../shared/repo_object.ts";
import { withCard } from "./card.ts";
import { keyChanges } from "./keys.ts";
import type { Target } from "./target.ts";
import type { SpacePlan } from "./schema.ts";

/** What the README's front matter holds of a Space. */
export const cardKeys = [
  "title",
  "short_description",
  "license",
  "sdk_version",
] as const;

/** What is there before the commit. */
export interface CommitBase {
  /** The files that are managed. */
  readonly files: SpacePlan["files"];
  /** Whether the Space is so new that nothing else can be in it. */
  readonly isNew: boolean;
  /** The front matter, as far as it is known. */
  readonly card: Readonly<Record<string, unknown>>;
}

/**
 * Commits what differs from the plan.
 *
 * @returns The new commit; undefined if nothing differs.
 */
export async function commitChanges(
  target: Target,
  base: CommitBase,
  plan: SpacePlan,
): Promise<string | undefined> {
  const operations = [
    ...await fileOperations(target, base, plan.files),
    ...await cardOperations(target, base, plan),
  ];
  if (operations.length === 0) return undefined;
  return await write("commit to", target, () => send(target, operations));
}

async function fileOperations(
  target: Target,
  { files: before, isNew }: CommitBase,
  after: SpacePlan["files"],
): Promise<CommitOperation[]> {
  const { set, deleted } = keyChanges(before, after);
  const operations: CommitOperation[] = [];
  for (const [path, content] of set) {
    const mayBeThere = !isNew && !Object.hasOwn(before ?? {}, path);
    if (mayBeThere && await read(target, path) === content) continue;
    operations.push({ path, content });
  }
  return [
    ...operations,
    // Without its README a Space cannot start; it is no longer managed.
    ...deleted.filter((path) => path !== "README.md")
      .map((path) => ({ deleted: path })),
  ];
}

async function cardOperations(
  target: Target,
  { card }: CommitBase,
  plan: SpacePlan,
): Promise<CommitOperation[]> {
  if (plan.files !== null && Object.hasOwn(plan.files, "README.md")) return [];
  const changes: Record<string, string> = {};
  for (const key of cardKeys) {
    const wanted = plan[key];
    if (wanted === null || isUnknown(wanted)) continue;
    if (String(card[key] ?? "") !== wanted) changes[key] = wanted;
  }
  if (Object.keys(changes).length === 0) return [];
  const readme = await read(target, "README.md") ?? "";
  return [{ path: "README.md", content: withCard(readme, changes) }];
}

async function read(target: Target, path: string): Promise<string | undefined> {
  const { client, context: { signal } } = target;
  try {
    return await client.files.read(repoOf(target), path, { signal });
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}

const ATTEMPTS = 3;

/** A commit whose answer is lost is looked for before it is sent again. */
async function send(
  target: Target,
  operations: readonly CommitOperation[],
): Promise<string> {
  const { client, context: { signal } } = target;
  for (let attempts = 1;; attempts++) {
    try {
      const { commitOid } = await client.files.commit(repoOf(target), {
        summary: "Update from Terraform",
        operations,
      }, { signal });
      return commitOid;
    } catch (error) {
      if (!mayHaveTakenEffect(error) || signal.aborted) throw error;
      const sha = await committed(target, operations);
      if (sha !== undefined) return sha;
      if (attempts === ATTEMPTS) throw error;
      await setTimeout(500 * attempts, undefined, { signal });
    }
  }
}

/** The newest commit if it holds all of the changes. */
async function committed(
  target: Target,
  operations: readonly CommitOperation[],
): Promise<string | undefined> {
  for (const operation of operations) {
    const isThere = "deleted" in operation
      ? await read(target, operation.deleted) === undefined
      : "content" in operation &&
        await read(target, operation.path) === operation.content;
    if (!isThere) return undefined;
  }
  const { client, context: { signal } } = target;
  const { sha } = await client.repos.info(repoOf(target), {
    expand: ["sha"],
    signal,
  });
  return sha;
}
