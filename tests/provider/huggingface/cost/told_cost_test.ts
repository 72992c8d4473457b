/**
 * Plans say what is created or becomes dearer costs, and no more.
 *
 * @module
 */
import { Sandbox } from "@hf-terraform/sandbox";
import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { tableOf } from "../../../../provider/framework/binding/mod.ts";
import {
  unknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import type { ProviderBlock } from "../../../../provider/huggingface/provider_block.ts";
import {
  resourceNamed,
  ResourceWorld,
  textOf,
  withValue,
} from "../../../support/resource_world.ts";

function worldOf(type: string, block: ProviderBlock = {}): ResourceWorld {
  return new ResourceWorld(resourceNamed(type), new Sandbox({ startupMs: 0 }), {
    block,
  });
}

/** The titles of a plan's warnings about costs. */
async function costsIn(world: ResourceWorld, config: ValueObject) {
  const { diagnostics } = await world.plan(config);
  return diagnostics.items.map(({ summary }) => summary)
    .filter((summary) => /costs|has no known price/.test(summary));
}

const space = { name: "s", namespace: "acme", sdk: "docker" };
const small = { ...space, hardware: "t4-small" };
const job = {
  namespace: "acme",
  schedule: "@daily",
  flavor: "t4-small",
  image: "python:3.12",
  command: ["true"],
};
const webhook = {
  watched: [{ type: "org", name: "acme" }],
  domains: ["repo"],
  job: { flavor: "t4-small", image: "python:3.12", command: ["true"] },
};
const endpoint = (max_replica: number, min_replica = 0) => ({
  ...{ name: "e", namespace: "acme", model: { repository: "gpt2" } },
  cloud: { vendor: "gcp", region: "us-east4" },
  compute: {
    instance_type: "nvidia-t4",
    scaling: { min_replica, max_replica },
  },
});

/** Configurations that are created, and the warning. */
const created: readonly (readonly [string, ValueObject, ...string[]])[] = [
  ["space", space],
  ["space", { ...small, replicas: 3 }, "Space acme/s costs $1.20 an hour"],
  [
    "space",
    { ...small, sleep_time: 3600 },
    "Space acme/s costs $0.00 to $0.40 an hour",
  ],
  ["space", { ...small, paused: true }],
  ...["paused", "sleep_time"].map((name) =>
    [
      "space",
      { ...small, [name]: unknown },
      "Space acme/s costs $0.00 to $0.40 an hour",
    ] as const
  ),
  [
    "scheduled_job",
    job,
    "Scheduled job acme/@daily costs $0.00 to $0.40 an hour",
  ],
  [
    "scheduled_job",
    { ...job, flavor: "h200x8" },
    "Scheduled job acme/@daily has no known price",
  ],
  ["scheduled_job", { ...job, suspended: true }],
  ["endpoint", endpoint(2), "Endpoint e costs $0.00 to $1.00 an hour"],
  ["endpoint", endpoint(2, 1), "Endpoint e costs $0.50 to $1.00 an hour"],
  [
    "endpoint",
    { ...endpoint(2, 1), paused: unknown },
    "Endpoint e costs $0.00 to $1.00 an hour",
  ],
  [
    "webhook",
    webhook,
    "Job of a new webhook costs $0.00 to $0.40 an hour",
  ],
  ["webhook", { ...webhook, enabled: false }],
];

for (const [type, config, ...expected] of created) {
  Deno.test(`${type} ${JSON.stringify(config)}: ${expected}`, async () => {
    assertEquals(await costsIn(worldOf(type), config), expected);
    const silent = worldOf(type, { cost_estimation: false });
    assertEquals(await costsIn(silent, config), []);
  });
}

/** Something that exists, what it is changed to, and the warning. */
const changed: readonly (readonly [
  string,
  ValueObject,
  ValueObject,
  ...string[],
])[] = [
  ["space", small, small],
  [
    "space",
    small,
    { ...space, hardware: "a100-large" },
    "Space acme/s costs $2.50 an hour",
  ],
  [
    "space",
    { ...small, sleep_time: 3600 },
    { ...space, hardware: "a100-large" },
    "Space acme/s costs $0.00 to $2.50 an hour",
  ],
  ["endpoint", endpoint(2), endpoint(1)],
  [
    "endpoint",
    endpoint(2),
    endpoint(4),
    "Endpoint e costs $0.00 to $2.00 an hour",
  ],
];

for (const [type, before, after, ...expected] of changed) {
  Deno.test(`${type} that becomes ${JSON.stringify(after)}: ${expected}`, async () => {
    const world = worldOf(type);
    await world.apply(before);
    await world.refresh();
    assertEquals(await costsIn(world, after), expected);
  });
}

for (
  const [type, config] of [
    ["space", small],
    ["scheduled_job", job],
    ["endpoint", endpoint(2)],
  ] as const
) {
  Deno.test(`prices that cannot be read change nothing but what is said: ${type}`, async () => {
    const world = worldOf(type, {
      max_hourly_cost: 1,
      max_hourly_cost_enforcement: "mandatory",
    });
    for (const path of ["/v2/provider", "**/hardware"]) {
      const action = { status: 503 };
      world.sandbox.addFault({ match: { path }, times: 99, action });
    }
    const said = async () =>
      (await world.plan(config)).diagnostics.items
        .some(({ summary }) => summary.startsWith("Cannot hold the plan"));
    assertEquals(await said(), true);
    await world.apply(config);
    await world.refresh();
    assertEquals(await said(), false, "it is no news");
  });
}

// A mandatory limit is held against what is not known yet: whichever attribute of
// what is billed is known only after apply, a plan above the limit is refused. No
// price that is none passes it in silence.

const block = {
  max_hourly_cost: 0.001,
  max_hourly_cost_enforcement: "mandatory",
} as const;

const dear: Readonly<Record<string, ValueObject>> = {
  endpoint: {
    name: "x",
    cloud: { vendor: "aws", region: "us-east-1" },
    model: { repository: "openai-community/gpt2" },
    compute: { instance_type: "nvidia-l4" },
  },
  space: { name: "x", sdk: "docker", hardware: "t4-small" },
  scheduled_job: {
    schedule: "@daily",
    image: "python:3.12",
    command: ["a"],
    flavor: "a10g-small",
  },
  webhook,
};

for (const [type, config] of Object.entries(dear)) {
  Deno.test(`huggingface_${type}: a mandatory limit is not passed by what is not known yet`, async () => {
    const resource = resourceNamed(type);
    const names = tableOf(resource.schema.attributes)
      .filter(({ attribute }) => attribute.mode !== "computed")
      .map(({ names }) => names);
    const passed: string[] = [];
    // One at a time: a plan waits two seconds at most for prices.
    for (const each of names) {
      const world = new ResourceWorld(resource, new Sandbox(), { block });
      const planned = await world.plan(withValue(config, each, unknown));
      if (!planned.diagnostics.hasErrors) passed.push(each.join("."));
    }
    assertEquals(passed, []);
  });
}

/** A service whose price lists have one price for everything. */
class PricedSandbox extends Sandbox {
  constructor(readonly price: string) {
    super();
  }

  override async fetch(request: Request): Promise<Response> {
    const response = await super.fetch(request);
    if (!/hardware|provider/.test(request.url)) return response;
    const pattern = /(?<="(?:pricePerHour|unitCostUSD)":)[^,}]+/g;
    const text = (await response.text()).replaceAll(pattern, this.price);
    return new Response(text, response);
  }
}

for (const [type, config] of Object.entries(dear)) {
  for (const price of ["-50", "-1e308", "1e308", "1e999", "null", '"50"']) {
    Deno.test(`huggingface_${type}: a price of ${price} does not pass a limit in silence`, async () => {
      const sandbox = new PricedSandbox(price);
      const world = new ResourceWorld(resourceNamed(type), sandbox, { block });
      const { diagnostics } = await world.plan(config);
      const told = textOf(diagnostics);
      assertMatch(told, /max_hourly_cost/);
      assertNotMatch(told, /NaN|Infinity|\$-/);
    });
  }
}
