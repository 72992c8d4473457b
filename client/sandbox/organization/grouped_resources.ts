import type { Jobs } from "../automation/jobs.ts";
import type { HubModule } from "../hub/module.ts";
import { countStorage } from "../hub/render.ts";
import { idOf } from "../hub/repo_store.ts";
import { stringAt } from "../core/json.ts";
import type { GroupedResources } from "./resource_groups.ts";

/** Makes the access of resource groups to repositories and jobs. */
export function groupedResources(hub: HubModule, jobs: Jobs): GroupedResources {
  const all = () =>
    (["model", "dataset", "space"] as const)
      .flatMap((kind) => hub.store.list(kind));
  return {
    list: (group) =>
      all().filter(({ resourceGroup }) => resourceGroup === group)
        .map((repo) => ({
          type: repo.kind,
          name: idOf(repo),
          private: repo.visibility !== "public",
        })),
    add(resource, group) {
      const name = stringAt(resource, "name");
      const repo = all().find((one) =>
        one.kind === resource["type"] &&
        (idOf(one) === name || one.name === name)
      );
      if (repo !== undefined) repo.resourceGroup = group;
    },
    usage(organization, group, [since, now]) {
      const none = { uptimeSec: 0, costCents: 0 };
      const stored = (isPublic: boolean) =>
        all().filter((repo) =>
          repo.namespace === organization &&
          (repo.resourceGroup ?? null) === group &&
          (repo.visibility === "public") === isPublic
        ).reduce((sum, repo) => sum + countStorage(repo), 0) / 1e9;
      const uptimeSec = jobs.listOf(organization).filter(({ spec }) =>
        (spec["resourceGroupId"] ?? null) === group
      ).reduce(
        (sum, { startsAt, endsAt }) =>
          sum +
          Math.max(0, Math.min(endsAt, now) - Math.max(startsAt, since)) / 1000,
        0,
      );
      return {
        storage: { privateGB: stored(false), publicGB: stored(true) },
        inference: { requestCount: 0, costCents: 0 },
        compute: {
          spaces: none,
          endpoints: none,
          jobs: { uptimeSec, costCents: 0 },
        },
      };
    },
  };
}
