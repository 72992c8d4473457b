/**
 * Deleting an object, until it is surely gone.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";
import { isApiError, mayHaveTakenEffect } from "@hf-terraform/client";
import {
  explained,
  orGone,
  type RemoteObject,
  textOf,
  titleOf,
} from "./remote_object.ts";
import { poll } from "./wait.ts";

/** A delete request, and how to tell what came of it. */
export interface Deletion {
  /** Sends the request. */
  send(): Promise<unknown>;
  /** Whether a read of the object finds it; 404 means that it does not. */
  isThere(): Promise<boolean>;
  /**
   * Whether it is gone, to a token that would see it, where 404 is not enough;
   * default: what `isThere` says.
   */
  isGone?(): Promise<boolean>;
}

/**
 * Deletes an object. It returns only when the service says that there is no
 * such object; anything else is an error, and the object stays in the state.
 *
 * @throws {DiagnosticsError} If it may still be there.
 */
export async function deleteObject(
  object: RemoteObject,
  { send, isThere, isGone = async () => !await isThere() }: Deletion,
): Promise<void> {
  const { context } = object;
  const { signal } = context;
  try {
    await send();
  } catch (error) {
    const isOpen = isApiError(error, 404) || mayHaveTakenEffect(error);
    const isConfirmed = isOpen && !signal.aborted &&
      await isGone().catch(() => false);
    if (!isConfirmed) throw await explained(error, "delete", object);
    return;
  }
  try {
    await poll(
      async () => !await orGone(isThere()) ? true : undefined,
      { signal },
    );
  } catch (error) {
    if (!signal.aborted) {
      throw await explained(
        error,
        "confirm the deletion of",
        object,
        "The service took the delete, but whether it is gone could not be " +
          "seen, so it stays in the state. Destroy it again.",
      );
    }
    throw failure(
      `${titleOf(object)} is not gone yet`,
      `The service took the delete, but ${textOf(signal.reason)} before it ` +
        "said that it is gone. It stays in the state; destroy it again.",
    );
  }
}
