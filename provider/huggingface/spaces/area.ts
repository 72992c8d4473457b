import { type Area, lazy } from "../area.ts";

export const spaces: Area = {
  resources: [
    ...lazy(() => import("./space.ts"), "space"),
    ...lazy(() => import("./space_key.ts"), "spaceVariable", "spaceSecret"),
  ],
  listResources: lazy(
    async () => (await import("./lists.ts")).spaceLists,
    "space",
    "spaceSecret",
    "spaceVariable",
  ),
  dataSources: [
    ...lazy(() => import("./space_data.ts"), "spaceData"),
    ...lazy(() => import("../cost/hardware.ts"), "spaceHardwareData"),
  ],
  actions: lazy(
    () => import("./actions.ts"),
    "spaceRestartAction",
    "spaceRebuildAction",
    "spacePauseAction",
  ),
};
