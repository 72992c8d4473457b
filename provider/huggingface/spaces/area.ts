/**
 * Spaces, their variables and secrets.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of Spaces. */
export const spaces: Area = {
  resources: [
    ...lazy(() => import("../resources/space.ts"), { space: "space" }),
    ...lazy(() => import("../resources/space_key.ts"), {
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
    ...lazy(() => import("../data_sources/space.ts"), { space: "spaceData" }),
    ...lazy(() => import("../data_sources/hardware.ts"), {
      space_hardware: "spaceHardwareData",
    }),
  ],
  actions: lazy(() => import("../actions/space.ts"), {
    space_restart: "restartSpace",
    space_rebuild: "rebuildSpace",
    space_pause: "pauseSpace",
  }),
};
