/**
 * Deleting an object, until it is surely gone. A delete says a name, which may
 * be that of another one by the time it arrives: it is sent again only if what is
 * there is still the object. Where nothing tells that from one that was made
 * since, a delete whose answer was lost is not sent again.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";
import type { MayRepeat } from "@hf-terraform/framework/binding";
import { type CallOptions, mayHaveTakenEffect } from "@hf-terraform/client";
import { isAnother } from "./fingerprint.ts";
import {
  explainFor,
  isNotFound,
  orGone,
  type RemoteObject,
  textOf,
  titleOf,
} from "./remote_object.ts";
import { poll } from "./wait.ts";

/** A delete request, and how to tell what came of it. */
export interface Deletion {
  send(once: CallOptions): Promise<unknown>;
  /** Whether a read finds the very object; 404 means that it does not. */
  isThere(): Promise<boolean>;
  /** Whether it is gone, where 404 is not enough; default: as `isThere` says. */
  isGone?(): Promise<boolean>;
}

/** Deletes an object until the service says that it is gone. */
export async function deleteObject(
  object: RemoteObject,
  deletion: Deletion,
): Promise<boolean> {
  const { signal, mayRepeat } = object.context;
  const isTaken = await sendUntilTaken(object, deletion, "delete", mayRepeat);
  if (!isTaken) return false;
  try {
    const look = async () => !await orGone(deletion.isThere()) || undefined;
    return await poll(look, { signal });
  } catch (error) {
    if (!signal.aborted) {
      const advice = "The service took the delete, but whether it is gone " +
        "could not be seen, so it stays in the state. Destroy it again.";
      throw await explainFor(error, "confirm the deletion of", object, advice);
    }
    throw failure(
      `${titleOf(object)} is not gone yet`,
      `The service took the delete, but ${textOf(signal.reason)} before it ` +
        "said that it is gone. It stays in the state; destroy it again.",
    );
  }
}

/** Sends the request until it is answered; false: the object is gone already. */
export async function sendUntilTaken(
  object: RemoteObject,
  { send, isThere, isGone = async () => !await orGone(isThere()) }: Deletion,
  verb = "delete",
  mayRepeat: MayRepeat = (_, isLost) => Promise.resolve(!isLost),
): Promise<boolean> {
  const { signal, refuseLate } = object.context;
  let isGoneByNow: boolean | undefined;
  try {
    if (await refuseLate?.() && !await isThere()) {
      throw isAnother(object, "deleted", "it has been set or made again");
    }
    await send({
      signal,
      async mayRepeat(error) {
        isGoneByNow = await isGone().catch(() => undefined);
        const isOpen = isGoneByNow === false &&
          await mayRepeat(error, mayHaveTakenEffect(error));
        if (isOpen) await refuseLate?.();
        return isOpen;
      },
    });
    return true;
  } catch (error) {
    const isOpen = !signal.aborted &&
      (isGoneByNow || mayHaveTakenEffect(error) || isNotFound(error));
    if (isOpen && await isGone().catch(() => false)) return false;
    throw await explainFor(error, verb, object);
  }
}
