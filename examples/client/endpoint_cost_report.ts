/**
 * What the Inference Endpoints of a namespace cost: now, and per month if
 * nothing changes, at least and at most as their scaling allows.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co,api.endpoints.huggingface.cloud \
 *   endpoint_cost_report.ts [NAMESPACE] [--json]
 * ```
 *
 * `HF_TOKEN` needs to read Inference Endpoints (`inference.endpoints.write` of
 * a fine-grained token). Without a namespace it is that of the token's user.
 *
 * @module
 */
import {
  type ComputeCatalog,
  type Endpoint,
  HuggingFace,
} from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

/** One line of the report; a price that is not known is NaN. */
interface Row {
  readonly name: string;
  readonly state: string;
  readonly instance: string;
  readonly replicas: number;
  readonly usdPerHour: number;
  readonly monthAtLeast: number;
  readonly monthAtMost: number;
  readonly lastUsed: string;
}

const hoursPerMonth = 730;

const client = HuggingFace.fromEnv();
const [given] = Deno.args.filter((argument) => !argument.startsWith("-"));
const namespace = given ?? (await client.users.whoami()).name;
const prices = pricesOf(await client.endpoints.getCompute(namespace));

const rows: Row[] = [];
for await (const endpoint of client.endpoints.list(namespace)) {
  rows.push(rowOf(endpoint));
}
if (Deno.args.includes("--json")) {
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.table(rows);
  console.log(
    `${namespace}: ${rows.length} endpoints, ` +
      `${total("usdPerHour").toFixed(2)} USD an hour now; a month is ` +
      `${total("monthAtLeast").toFixed(0)} to ` +
      `${total("monthAtMost").toFixed(0)} USD`,
  );
  const unknown = rows.filter((row) => Number.isNaN(row.usdPerHour));
  if (unknown.length > 0) {
    const names = unknown.map((row) => row.name).join(", ");
    console.log(`Not counted, for the catalogue has no price: ${names}`);
  }
}

/** US dollars per replica and hour, by what an endpoint asks for. */
function pricesOf(catalog: ComputeCatalog): Map<string, number> {
  const found = new Map<string, number>();
  for (const vendor of catalog.vendors) {
    for (const region of vendor.regions) {
      for (
        const { instanceType, instanceSize, pricePerHour } of region.computes
      ) {
        const key = [vendor.name, region.name, instanceType, instanceSize];
        if (pricePerHour !== undefined) found.set(key.join(" "), pricePerHour);
      }
    }
  }
  return found;
}

function rowOf({ name, status, compute, provider }: Endpoint): Row {
  const { instanceType, instanceSize, scaling } = compute;
  const key = [provider.vendor, provider.region, instanceType, instanceSize];
  const price = prices.get(key.join(" ")) ?? NaN;
  // Nothing is billed until somebody resumes it.
  const { state = "unknown" } = status;
  const stopped = ["paused", "failed"].includes(state);
  const replicas = stopped || state === "scaledToZero"
    ? 0
    : status.targetReplica ?? NaN;
  const month = (replicas: number) =>
    stopped ? 0 : round(price * replicas * hoursPerMonth);
  return {
    name,
    state,
    instance: `${instanceType} ${instanceSize}`,
    replicas,
    usdPerHour: round(price * replicas),
    monthAtLeast: month(scaling.minReplica ?? NaN),
    monthAtMost: month(scaling.maxReplica ?? NaN),
    lastUsed: status.lastUsedAt ?? "never",
  };
}

function total(column: "usdPerHour" | "monthAtLeast" | "monthAtMost"): number {
  return rows.map((row) => row[column])
    .filter((value) => !Number.isNaN(value))
    .reduce((sum, value) => sum + value, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
