/**
 * Spaces, their variables and secrets.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of Spaces. */
export const spaces: Area = {
  resources: [
    ...lazy(() => import("./space.ts"), { space: "space" }),
    ...lazy(() => import("./space_key.ts"), {
      space_variable: "spaceVariable",
      space_secret: "spaceSecret",
    }),
  ],
  listResources: lazy(() => import("./lists.ts"), {
    space: "spaceList",
    space_secret: "spaceSecretList",
    space_variable: "spaceVariableList",
  }),
  dataSources: [
    ...lazy(() => import("./space_data.ts"), { space: "spaceData" }),
    ...lazy(() => import("../cost/hardware.ts"), {
      space_hardware: "spaceHardwareData",
    }),
  ],
  actions: lazy(() => import("./actions.ts"), {
    space_restart: "restartSpace",
    space_rebuild: "rebuildSpace",
    space_pause: "pauseSpace",
  }),
};
