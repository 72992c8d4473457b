import type { Area } from "./area.ts";
import type { ObjectList } from "./define/object_list.ts";
import { automation } from "./automation/area.ts";
import { endpoints } from "./endpoints/area.ts";
import { organization } from "./organization/area.ts";
import { repositories } from "./repositories/area.ts";
import { spaces } from "./spaces/area.ts";

/** All areas, in the order in which an export writes them. */
export const areas: readonly Area[] = [
  endpoints,
  spaces,
  repositories,
  automation,
  organization,
];

export function loadLists(): Promise<readonly ObjectList[]> {
  return Promise.all(
    areas.flatMap(({ listResources = [] }) =>
      listResources.map(({ load }) => load())
    ),
  );
}
