import { v } from "@hf-terraform/framework";
import type {
  Endpoint,
  HuggingFace,
  Job,
  JobSpec,
  RepoInfo,
} from "@hf-terraform/client";
import { machineName, type Product } from "./price.ts";
import { dataSource } from "../define/request.ts";
import { texts } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";
import {
  type Item,
  lineAttributes,
  linesOf,
  type Sum,
  sumAttributes,
  sumOf,
} from "./cost_fields.ts";

export const namespaceHourlyCostData = dataSource<Sum>()({
  typeName: "huggingface_namespace_hourly_cost",
  access: {
    permission: ["inference.endpoints.write", "repo.content.read", "job.write"],
  },
  description:
    "What the endpoints, Spaces and jobs of a namespace cost an hour: now, " +
    "at least and at most, whether Terraform manages them or not. Storage " +
    "and Inference Providers are billed otherwise, and not in it.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    products: texts(
      "Only these: `endpoint`, `space`, `job`; for a token that " +
        "may not list the others. Default: all.",
      v.sizeAtLeast(1),
      v.each(v.oneOf("endpoint", "space", "job")),
    ),
    ...sumAttributes(b),
    now: b.float(
      "now",
      "US dollars an hour of what runs or starts at present.",
    ),
    costs: b.list(
      "costs",
      (line) => ({
        ...lineAttributes(line),
        now: line.float(
          "now",
          "US dollars an hour at present; null if the price is not known.",
        ),
      }),
      "What each costs, by product and name. What is paused or suspended " +
        "costs nothing.",
    ),
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot sum up what ${namespace} costs`,
    advice: "Leave out what the token may not list, with `products`.",
  }),
  async read({ config, client, namespace, signal }) {
    const asked = (product: Product) =>
      config.products === null || config.products.includes(product);
    const found = await Promise.all([
      asked("endpoint")
        ? client.endpoints.list(namespace, {}, { signal }).toArray()
          .then((all) => all.map(endpointItem))
        : [],
      asked("space")
        ? client.repos.list("space", {
          author: namespace,
          pageSize: 100,
          expand: ["runtime", "sdk"],
        }, { signal }).toArray().then((all) => all.map(spaceItem))
        : [],
      asked("job") ? jobItems(namespace, client, signal) : [],
    ]);
    const lines = await linesOf(found.flat(2), client, signal);
    return sumOf(lines, ["now", "least", "most"]);
  },
});

function endpointItem(
  { name, compute, provider: { vendor, region }, status }: Endpoint,
): Item {
  const { instanceType, instanceSize, scaling } = compute;
  const { minReplica, maxReplica } = scaling;
  const { state, readyReplica, targetReplica } = status;
  const isPaused = state === "paused";
  const replicas = [readyReplica, targetReplica].filter((one) =>
    one !== undefined
  );
  return {
    product: "endpoint",
    name,
    hardware: instanceType && instanceSize
      ? machineName(instanceType, instanceSize)
      : undefined,
    place: `${vendor} ${region}`,
    least: isPaused ? 0 : minReplica,
    most: isPaused ? 0 : maxReplica,
    // A replica is billed from its start on, before it is ready.
    now: isPaused || state === "scaledToZero"
      ? 0
      : replicas.length === 0
      ? undefined
      : Math.max(...replicas),
  };
}

/** Stages in which a Space is billed. */
const awake: ReadonlySet<string> = new Set([
  "APP_STARTING",
  "RUNNING",
  "RUNNING_APP_STARTING",
  "RUNNING_BUILDING",
]);

/** Empty: a static Space, which runs on nothing. */
function spaceItem({ id, sdk, runtime = {} }: RepoInfo): Item | readonly [] {
  const hardware = runtime.hardware?.requested;
  if (sdk === "static" || hardware === null) return [];
  const { current, requested = 1 } = runtime.replicas ?? {};
  // How far the service scales a Space by itself is not said anywhere.
  const replicas = typeof requested === "number" ? requested : current ?? 1;
  const isPaused = runtime.stage === "PAUSED";
  const sleeps = (runtime.gcTimeout ?? -1) > 0;
  return {
    product: "space",
    name: id.slice(id.indexOf("/") + 1),
    hardware,
    least: isPaused || sleeps ? 0 : replicas,
    most: isPaused ? 0 : replicas,
    now: runtime.stage === undefined
      ? undefined
      : awake.has(runtime.stage)
      ? current ?? replicas
      : 0,
  };
}

/** The name of a job: its label `name`, else its schedule and command. */
function jobName(
  { labels, command = [] }: Pick<JobSpec, "labels" | "command">,
  schedule?: string,
): string {
  return labels?.name ?? [schedule ?? [], command].flat().join(" ");
}

async function jobItems(
  namespace: string,
  { jobs }: HuggingFace,
  signal: AbortSignal,
): Promise<Item[]> {
  const running = await jobs.list(namespace, { stages: ["RUNNING"] }, {
    signal,
  }).toArray();
  const schedules = await jobs.scheduled.list(namespace, {}, { signal })
    .toArray();
  const bySchedule = new Map<string | undefined, Job[]>();
  for (const job of running) {
    const { type, id } = job.initiator ?? {};
    if (type !== "scheduled-job") continue;
    const others = bySchedule.get(id) ?? [];
    if (others.push(job) === 1) bySchedule.set(id, others);
  }
  const ofSchedule = (id: string) => bySchedule.get(id) ?? [];
  const scheduled = schedules.map((
    { id, schedule, suspend, jobSpec },
  ): Item => {
    const now = ofSchedule(id).length;
    return {
      product: "job",
      name: jobName(jobSpec, schedule) || id,
      hardware: jobSpec.flavor,
      least: 0,
      most: Math.max(now, suspend ? 0 : 1),
      now,
    };
  });
  const counted = new Set(schedules.flatMap(({ id }) => ofSchedule(id)));
  return [
    ...scheduled,
    ...running.filter((job) => !counted.has(job)).map((job): Item => ({
      product: "job",
      name: jobName(job) || job.id,
      hardware: job.flavor,
      least: 0,
      most: 1,
      now: 1,
    })),
  ];
}
