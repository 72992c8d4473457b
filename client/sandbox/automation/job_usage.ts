import {
  isObject,
  type Json,
  type JsonObject,
  stringAt,
} from "../core/json.ts";

/** What is counted of a job. */
interface UsedJob {
  readonly id: string;
  readonly spec: JsonObject;
  readonly startsAt: number;
  readonly endsAt: number;
}

const iso = (at: number) => new Date(at).toISOString();

/**
 * What the jobs of a user cost in this month.
 *
 * @param jobs All of them.
 * @param hardware What a minute of each kind costs.
 */
export function usageOf(
  jobs: readonly UsedJob[],
  hardware: Json,
  now: number,
): JsonObject {
  const today = new Date(now);
  const month = (more: number) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + more);
  const jobDetails = jobs.filter(({ startsAt }) =>
    startsAt >= month(0) && startsAt <= now
  ).map((job) => {
    const { id, spec, startsAt, endsAt } = job;
    const flavor = stringAt(spec, "flavor");
    const totalMinutes = (Math.min(endsAt, now) - startsAt) / 60_000;
    const price = [hardware].flat().filter(isObject)
      .find(({ name }) => name === flavor)?.["unitCostMicroUSD"];
    return {
      jobId: id,
      hardwareFlavor: flavor,
      totalMinutes,
      totalCostMicroUsd: totalMinutes * Number(price ?? 0),
      startedAt: iso(startsAt),
      ...endsAt <= now && { completedAt: iso(endsAt) },
    };
  });
  const sum = (of: "totalMinutes" | "totalCostMicroUsd") =>
    jobDetails.reduce((all, one) => all + one[of], 0);
  return {
    usage: {
      usedMicroUsd: sum("totalCostMicroUsd"),
      totalMinutes: sum("totalMinutes"),
      periodStart: iso(month(0)),
      periodEnd: iso(month(1)),
      jobDetails,
    },
    hasAccess: true,
  };
}
