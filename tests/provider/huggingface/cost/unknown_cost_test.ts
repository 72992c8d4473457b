/**
 * A mandatory limit is held against what is not known yet: whichever attribute of
 * what is billed is known only after apply, a plan above the limit is refused. No
 * price that is none passes it in silence.
 *
 * @module
 */
import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import {
  unknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import { tableOf } from "../../../../provider/framework/binding/mod.ts";
import { Sandbox } from "../../../../client/sandbox/mod.ts";
import {
  resourceNamed,
  ResourceWorld,
  withValue,
} from "../../../support/resource_world.ts";

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
      const told = diagnostics.items
        .map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");
      assertMatch(told, /max_hourly_cost/);
      assertNotMatch(told, /NaN|Infinity|\$-/);
    });
  }
}
