import type { Jobs } from "../automation/jobs.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { HubModule } from "../hub/module.ts";
import { countStorage } from "../hub/render.ts";
import type { RepoRecord } from "../hub/repo_record.ts";
import { idOf } from "../hub/repo_store.ts";

/** The repositories and jobs in resource groups. */
export class GroupedResources {
  readonly #hub: HubModule;
  readonly #jobs: Jobs;

  constructor(hub: HubModule, jobs: Jobs) {
    this.#hub = hub;
    this.#jobs = jobs;
  }

  #all(): RepoRecord[] {
    return (["model", "dataset", "space"] as const)
      .flatMap((kind) => this.#hub.store.list(kind));
  }

  /** Renders the resources of a group. */
  list(group: string): Json[] {
    return this.#all().filter(({ resourceGroup }) => resourceGroup === group)
      .map((repo) => ({
        type: repo.kind,
        name: idOf(repo),
        private: repo.visibility !== "public",
      }));
  }

  /** Adds a repository to a group. */
  add(
    { type, name }: { type: string; name: string },
    group: string,
    organization: string,
  ): void {
    const repo = this.#all().find((one) =>
      one.kind === type && one.namespace === organization &&
      (idOf(one) === name || one.name === name)
    );
    if (repo !== undefined) repo.resourceGroup = group;
  }

  /** Takes everything out of a group that is gone. */
  clear(group: string): void {
    for (const repo of this.#all()) {
      if (repo.resourceGroup === group) repo.resourceGroup = undefined;
    }
  }

  /** Renders the usage of a group in a time span; null: of no group. */
  usage(
    organization: string,
    group: string | null,
    [since, now]: readonly [number, number],
  ): JsonObject {
    const none = { uptimeSec: 0, costCents: 0 };
    const own = this.#all().filter((repo) =>
      repo.namespace === organization && (repo.resourceGroup ?? null) === group
    );
    const stored = (isPublic: boolean) =>
      own.filter(({ visibility }) => (visibility === "public") === isPublic)
        .reduce((sum, repo) => sum + countStorage(repo), 0) / 1e9;
    const uptimeSec = this.#jobs.listOf(organization).filter(({ spec }) =>
      (spec["resourceGroupId"] ?? null) === group
    ).reduce((sum, { startsAt, endsAt }) => {
      const ms = Math.min(endsAt, now) - Math.max(startsAt, since);
      return sum + Math.max(0, ms) / 1000;
    }, 0);
    return {
      storage: { privateGB: stored(false), publicGB: stored(true) },
      inference: { requestCount: 0, costCents: 0 },
      compute: { spaces: none, endpoints: none, jobs: { ...none, uptimeSec } },
    };
  }
}
