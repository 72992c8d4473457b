import { formatTime } from "../core/clock.ts";
import { type JsonObject, stringAt } from "../core/json.ts";

/** The parts of a job that are billed. */
interface BilledJob {
  readonly id: string;
  readonly spec: JsonObject;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Renders the usage of jobs in this month, by the prices of the hardware. */
export function renderUsage(
  jobs: readonly BilledJob[],
  hardware: readonly JsonObject[],
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
    const price = hardware.find(({ name }) => name === flavor);
    return {
      jobId: id,
      hardwareFlavor: flavor,
      totalMinutes,
      totalCostMicroUsd: totalMinutes *
        Number(price?.["unitCostMicroUSD"] ?? 0),
      startedAt: formatTime(startsAt),
      ...endsAt <= now && { completedAt: formatTime(endsAt) },
    };
  });
  const sum = (field: "totalMinutes" | "totalCostMicroUsd") =>
    jobDetails.reduce((all, one) => all + one[field], 0);
  return {
    usage: {
      usedMicroUsd: sum("totalCostMicroUsd"),
      totalMinutes: sum("totalMinutes"),
      periodStart: formatTime(month(0)),
      periodEnd: formatTime(month(1)),
      jobDetails,
    },
    hasAccess: true,
  };
}
