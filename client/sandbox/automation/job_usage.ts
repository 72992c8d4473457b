import { formatTime } from "../core/clock.ts";
import { type JsonObject, listObjects, stringAt } from "../core/json.ts";
import { renderHardware } from "../hub/space_data.ts";

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
    return {
      jobId: id,
      hardwareFlavor: flavor,
      totalMinutes,
      totalCostMicroUsd: totalMinutes * priceOf(spec, "unitCostMicroUSD"),
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

/** Lists the hardware of Spaces without ZeroGPU; here a CPU has a price. */
export function listHardware(): JsonObject[] {
  return listObjects(renderHardware())
    .filter(({ name }) => name !== "zero-a10g").map((entry) => ({
      ...entry,
      ephemeralStorage: "50 GB",
      ...entry["unitCostUSD"] === 0 &&
        { unitCostMicroUSD: 167, unitCostUSD: 0.000167 },
    }));
}

/** Returns the price of a running job. */
export function pricePerHour(spec: JsonObject): number {
  return 60 * priceOf(spec, "unitCostUSD");
}

function priceOf(spec: JsonObject, unit: string): number {
  const hardware = listHardware().find(({ name }) => name === spec["flavor"]);
  return Number(hardware?.[unit] ?? 0);
}
