import type { Methods } from "./call.ts";

/**
 * The service that ends the process. `shutdown` is called at once and must
 * leave time for the answer to be sent.
 */
export function controllerMethods(
  shutdown: () => void,
): Methods {
  return {
    "/plugin.GRPCController/Shutdown": {
      kind: "unary",
      handle: () => {
        shutdown();
        return Promise.resolve(new Uint8Array());
      },
    },
  };
}
