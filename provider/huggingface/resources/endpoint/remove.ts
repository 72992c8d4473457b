/**
 * Deleting an endpoint, until it is surely gone.
 *
 * @module
 */

import type { DeleteContext } from "../../../framework/mod.ts";
import { deleteObject } from "../../shared/delete.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import type { EndpointState } from "./types.ts";
import { targetOf } from "./update.ts";

/** Deletes the endpoint. */
export async function remove(
  context: DeleteContext<EndpointState, HuggingFaceProvider>,
): Promise<void> {
  const target = await targetOf(context.state, context);
  const { client: { endpoints }, namespace, name } = target;
  const reader = context.provider.endpoints;
  try {
    await deleteObject(target, {
      send: (signal) => endpoints.delete(namespace, name, { signal }),
      isThere: async (signal) => {
        await endpoints.get(namespace, name, { signal });
        return true;
      },
      isGone: async (signal) => {
        reader.forget();
        return await reader.read(namespace, name, signal) === undefined;
      },
    });
  } finally {
    reader.forget();
  }
}
