/**
 * A queue for steps that must not overlap, though Terraform runs ten at a time.
 *
 * @module
 */

import type { RemoteObject } from "./remote_object.ts";

/** Takes a step after all steps of the same key that are under way. */
export async function takeTurn<T>(
  key: string,
  { context: { provider: { turns } } }: Pick<RemoteObject, "context">,
  step: () => Promise<T>,
): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(step);
  turns.set(key, turn.catch(() => undefined));
  return await turn;
}
