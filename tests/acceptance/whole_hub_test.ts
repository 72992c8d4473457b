// A team's whole Hub in one configuration, within the rate limit of an account
// without a plan: 1,000 requests in 5 minutes.

import { assert, assertEquals } from "@std/assert";
import { assertSuccess, type PlanJson } from "@hf-terraform/framework/testing";
import { HuggingFace } from "../../mod.ts";
import { print } from "../../provider/framework/testing/system/run.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const MODELS = 200;
const DATASETS = 100;
const TAGS = 40;
const WEBHOOKS = 20;
const SCHEDULES = 10;
const BUCKETS = 10;
const ALL = MODELS + DATASETS + TAGS + WEBHOOKS + SCHEDULES + BUCKETS;

/**
 * Three pages of repositories, the refs of 40 repositories, and one list each of
 * webhooks, schedules and buckets are 46. The first reads of a kind may come
 * alone, before others join them.
 */
const MOST_REQUESTS = 64;

/** A token of the same user for what happens outside: it has its own window. */
const outside = "hf_outside";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Makes the team's Hub, and returns the configuration that imports it. */
async function build({ repos, refs, webhooks, jobs, buckets }: HuggingFace) {
  const names = { model: numbers(MODELS), dataset: numbers(DATASETS) };
  for (const type of ["model", "dataset"] as const) {
    for (const i of names[type]) {
      const name = `${type}-${i}`;
      await repos.create({ type, id: `acme/${name}` }, { license: "mit" });
    }
  }
  for (const i of numbers(TAGS)) {
    await refs.createTag({ type: "model", id: `acme/model-${i}` }, "v1");
  }
  const hooks = [];
  for (const i of numbers(WEBHOOKS)) {
    hooks.push(
      await webhooks.create({
        watched: [{ type: "model", name: `acme/model-${i}` }],
        domains: ["repo"],
        url: `https://example.com/${i}`,
      }),
    );
  }
  const schedules = [];
  for (const i of numbers(SCHEDULES)) {
    schedules.push(
      await jobs.scheduled.create("acme", {
        schedule: `${i} 3 * * 1`,
        jobSpec: {
          flavor: "cpu-basic",
          dockerImage: "python:3.12",
          command: ["true"],
        },
      }),
    );
  }
  for (const i of numbers(BUCKETS)) {
    await buckets.create(`acme/bucket-${i}`, { visibility: "private" });
  }
  const ids = (list: readonly { readonly id: string }[]) =>
    JSON.stringify(list.map(({ id }) => id));
  const block = (type: string, count: number, id: string, text: string) => `
resource "huggingface_${type}" "all" {
  count = ${count}
${text}
}
import {
  for_each = { for i in range(${count}) : i => i }
  to       = huggingface_${type}.all[each.value]
  id       = ${id}
}
`;
  const repo = (type: "model" | "dataset") =>
    block(
      type,
      names[type].length,
      `"acme/${type}-\${each.key}"`,
      `  namespace  = "acme"
  name       = "${type}-\${count.index}"
  visibility = "public"`,
    );
  return `
locals {
  webhooks  = ${ids(hooks)}
  schedules = ${ids(schedules)}
}
` + repo("model") + repo("dataset") +
    block(
      "repo_tag",
      TAGS,
      '"acme/model-${each.key}/tag/v1"',
      `  repository = "acme/model-\${count.index}"
  name       = "v1"`,
    ) +
    block(
      "webhook",
      WEBHOOKS,
      "local.webhooks[each.value]",
      `  watched = [{ type = "model", name = "acme/model-\${count.index}" }]
  domains = ["repo"]
  url     = "https://example.com/\${count.index}"`,
    ) +
    block(
      "scheduled_job",
      SCHEDULES,
      '"acme/${local.schedules[each.value]}"',
      `  namespace = "acme"
  schedule  = "\${count.index} 3 * * 1"
  flavor    = "cpu-basic"
  image     = "python:3.12"
  command   = ["true"]`,
    ) +
    block(
      "bucket",
      BUCKETS,
      '"acme/bucket-${each.key}"',
      `  namespace = "acme"
  name      = "bucket-\${count.index}"`,
    );
}

/** The actions that are planned, but for those of what stays as it is. */
function changesOf({ resource_changes = [] }: PlanJson): readonly string[] {
  return resource_changes
    .filter(({ change }) => change.actions.join() !== "no-op")
    .map(({ address, change }) => `${change.actions.join()} ${address}`);
}

acceptanceTest(
  "300 repositories, 40 tags, 20 webhooks and 10 schedules are planned within the rate limit",
  async (t) => {
    await using world = await startSpaceWorld({
      rateLimit: { requests: 1_000, windowSeconds: 300 },
      tokens: { [outside]: "write" },
      latencyMs: 20,
      createMs: 0,
    }, { launch: "started" });
    const { workspace, url } = world;
    const others = new HuggingFace({ token: outside, endpoint: url });

    /** The requests of a command, none of which was refused. */
    const requestsOf = async (
      what: string,
      command: () => Promise<unknown>,
    ) => {
      world.requests();
      await command();
      const seen = world.requests();
      assertEquals(seen.filter(({ status }) => status === 429), []);
      assert(seen.length <= MOST_REQUESTS, `${what}: ${seen.length} requests`);
      print(`${ALL} resources, ${what}: ${seen.length} requests`);
    };

    await t.step("imported in one command", async () => {
      const configuration = await build(others);
      await world.configure(configuration);
      await requestsOf("import", async () => {
        const { stdout } = assertSuccess(await workspace.apply());
        assert(stdout.includes(`${ALL} imported, 0 added, 0 changed`), stdout);
      });
      await world.configure(
        configuration.replaceAll(/^import \{.*?^\}/gms, ""),
      );
    });

    await t.step("planned twice, with nothing to do", async () => {
      for (const which of ["first", "second"]) {
        await requestsOf(`the ${which} plan`, async () => {
          assertEquals(changesOf(await workspace.planJson()), []);
        });
      }
    });

    await t.step("renamed outside: drift, and nothing destroyed", async () => {
      const model = { type: "model", id: "acme/model-7" } as const;
      await others.repos.move(model, "acme/elsewhere");
      await requestsOf("the plan after", async () => {
        const plan = await workspace.planJson();
        assertEquals(changesOf(plan), ["update huggingface_model.all[7]"]);
        const drift = plan.resource_drift?.map(({ address, change }) =>
          `${address}: ${change.after?.name}`
        );
        assertEquals(drift, ["huggingface_model.all[7]: elsewhere"]);
      });
      assertSuccess(await workspace.applyPlan());
      assertEquals((await others.repos.get(model)).id, model.id);
    });
  },
);
