import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
  whyNot,
} from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import type { RunResult } from "../../provider/framework/testing/system/run.ts";
import {
  configure,
  endpoint,
  mustApply,
  outputOf,
  type Place,
  withSandbox,
} from "./endpoint_support.ts";

const above = "Planned hourly cost is above max_hourly_cost";
const cloud = { vendor: "gcp", region: "us-east4" };

/** An endpoint on up to two T4, which cost 0.50 an hour each. */
function t4(name: string, more: JsonObject = {}): JsonObject {
  return endpoint(name, {
    cloud,
    compute: { instance_type: "nvidia-t4", scaling: { max_replica: 2 } },
    ...more,
  });
}

function countOf(text: string, result: RunResult): number {
  return outputOf(result).split(text).length - 1;
}

/** Raises all prices of endpoints tenfold, for good. */
async function raisePrices({ sandbox, client }: Place): Promise<void> {
  const text = JSON.stringify(await client.endpoints.getCompute("sandbox"));
  const body = JSON.parse(text.replace(
    /"pricePerHour":([\d.]+)/g,
    (_, price) => `"pricePerHour":${10 * price}`,
  ));
  sandbox.addFault({
    match: { path: "/v2/provider" },
    times: 99,
    action: { status: 200, body },
  });
}

testIf({
  name: "a price that rises between plan and apply breaks no apply",
  skipped: await whyNot({
    terraform: "1.10",
    tofu: "1.11",
  }),
  fn: () =>
    withSandbox(async (place) => {
      const { workspace } = place;
      for (
        const [name, enforcement] of [
          ["advised", "advisory"],
          ["guarded", '${terraform.applying ? "advisory" : "mandatory"}'],
        ] as const
      ) {
        await configure(workspace, {
          provider: {
            namespace: "sandbox",
            max_hourly_cost: 1,
            max_hourly_cost_enforcement: enforcement,
          },
          endpoints: { [name]: t4(name) },
        });
        assertEquals((await workspace.plan()).code, 2);
        await raisePrices(place);
        const late = assertSuccess(await workspace.applyPlan());
        assertEquals(countOf(above, late), 1);
        await assertEmptyPlan(workspace);
        place.sandbox.clearFaults();
        assertSuccess(await workspace.destroy());
      }
    }),
});

acceptanceTest(
  "what is about to be made is priced in the plan, by today's prices",
  () =>
    withSandbox(async (place) => {
      const { workspace } = place;
      const replicas = "${local.replicas}";
      await configure(workspace, {
        endpoints: {
          a: t4("a", {
            compute: {
              instance_type: "nvidia-t4",
              scaling: { max_replica: replicas },
            },
          }),
        },
        more: {
          locals: { replicas: 2 },
          data: {
            huggingface_hourly_cost: {
              this: {
                endpoints: {
                  a: {
                    instance_type: "nvidia-t4",
                    ...cloud,
                    min_replica: 0,
                    max_replica: replicas,
                  },
                  anywhere: { instance_type: "nvidia-a100" },
                  strange: { instance_type: "warp-9" },
                },
                spaces: {
                  awake: { hardware: "t4-small", replicas: 2 },
                  sleepy: { hardware: "t4-small", sleep_time: 300 },
                },
                jobs: { nightly: { flavor: "cpu-basic" } },
              },
            },
          },
          output: {
            table: { value: "${data.huggingface_hourly_cost.this.table}" },
            sums: {
              value: '${[for name in ["least", "most", "unpriced"] : ' +
                "data.huggingface_hourly_cost.this[name]]}",
            },
          },
        },
      });
      const planned = await workspace.planJson();
      assertEquals(planned.output_changes?.["sums"]?.after, [
        3.3,
        5.81,
        ["strange"],
      ]);
      const applied = await mustApply(workspace);
      assertEquals(countOf("No price for the endpoint strange", applied), 1);
      assertEquals((await workspace.output("table")).stdout, table);
      await assertEmptyPlan(workspace);

      await raisePrices(place);
      const later = await workspace.planJson();
      const { before, after } = later.output_changes?.["sums"] ?? {};
      assertEquals(before, [3.3, 5.81, ["strange"]]);
      assertEquals(after, [25.8, 47.21, ["strange"]]);
      assert((later.resource_changes ?? []).every(({ change }) =>
        change.actions.join() === "no-op"
      ));
    }),
);

const table = `\
product   name                    hardware        least  most
endpoint  a                       nvidia-t4 x1     0.00  1.00
endpoint  anywhere                nvidia-a100 x1   2.50  3.60
endpoint  strange                 warp-9 x1           ?     ?
space     awake                   t4-small         0.80  0.80
space     sleepy                  t4-small         0.00  0.40
job       nightly                 cpu-basic        0.00  0.01
          USD an hour, without ?                   3.30  5.81`;

const namespaceTable = `\
product   name               hardware       now  least  most
endpoint  a                  nvidia-t4 x1  0.50   0.50  1.50
endpoint  b                  nvidia-t4 x1  0.50   0.00  1.50
endpoint  c                  nvidia-t4 x1  0.00   0.00  0.00
space     awake              t4-small      0.40   0.40  0.40
space     free               cpu-basic     0.00   0.00  0.00
space     parked             t4-small      0.00   0.00  0.00
job       @daily sleep 1000  t4-small      0.40   0.00  0.40
job       @hourly true       t4-small      0.00   0.00  0.00
          USD an hour                      1.80   0.90  3.80`;

acceptanceTest(
  "a namespace is summed up: now, at least, at most, with jobs by name",
  () =>
    withSandbox(async ({ workspace, client }) => {
      const scale = (min: number) => ({
        instance_type: "nvidia-t4",
        scaling: { min_replica: min, max_replica: 3 },
      });
      await configure(workspace, {
        provider: { namespace: "sandbox" },
        endpoints: {
          a: endpoint("a", { cloud, compute: scale(1) }),
          b: endpoint("b", { cloud, compute: scale(0) }),
          c: endpoint("c", { cloud, compute: scale(1), paused: true }),
        },
        more: {
          resource: {
            huggingface_space: {
              awake: {
                name: "awake",
                sdk: "gradio",
                hardware: "t4-small",
                files: { "app.py": "print(1)" },
              },
              free: { name: "free", sdk: "docker" },
              page: { name: "page", sdk: "static" },
              parked: {
                name: "parked",
                sdk: "docker",
                hardware: "t4-small",
                paused: true,
              },
            },
            huggingface_scheduled_job: {
              this: {
                schedule: "@daily",
                flavor: "t4-small",
                image: "python:3.12",
                command: ["sleep", "1000"],
              },
              off: {
                schedule: "@hourly",
                suspended: true,
                flavor: "t4-small",
                image: "python:3.12",
                command: ["true"],
              },
            },
          },
          data: {
            huggingface_namespace_hourly_cost: {
              all: {
                depends_on: [
                  "huggingface_endpoint.a",
                  "huggingface_endpoint.b",
                  "huggingface_endpoint.c",
                  "huggingface_space.awake",
                  "huggingface_space.free",
                  "huggingface_space.page",
                  "huggingface_space.parked",
                  "huggingface_scheduled_job.this",
                  "huggingface_scheduled_job.off",
                ],
              },
              jobs: {
                depends_on: ["huggingface_scheduled_job.off"],
                products: ["job"],
              },
            },
          },
          output: {
            jobs: {
              value: '${join(" ", ' +
                "data.huggingface_namespace_hourly_cost.jobs.costs[*].product)}",
            },
            table: {
              value: "${data.huggingface_namespace_hourly_cost.all.table}",
            },
          },
        },
      });
      await mustApply(workspace);
      const schedules = await client.jobs.scheduled.list("sandbox").toArray();
      const daily = schedules.find(({ schedule }) => schedule === "@daily");
      await client.jobs.scheduled.run(`sandbox/${daily?.id}`);
      await mustApply(workspace);
      const { stdout } = await workspace.output("table");
      assertEquals(stdout, namespaceTable);
      assertEquals((await workspace.output("jobs")).stdout, "job job");
    }),
);
