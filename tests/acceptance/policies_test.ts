import { assertEquals } from "@std/assert";
import {
  assertSuccess,
  type JsonObject,
  whyNot,
  type Workspace,
} from "@hf-terraform/framework/testing";
import {
  exists,
  userCache,
} from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { testIf } from "../support/skip.ts";
import {
  configure,
  endpoint,
  mustApply,
  withSandbox,
} from "./endpoint_support.ts";

// Sentinel is not published where a test could have it: its policy is not run.
const policy = inRoot("examples/policies/cost.rego");
const query = "data.terraform.huggingface.deny";

/** Evaluates with Microsoft's implementation of Rego: `POLICY PLAN QUERY`. */
const script = `
import json, sys, regopy
rego = regopy.Interpreter()
rego.add_module("policy", open(sys.argv[1]).read())
rego.set_input_term(open(sys.argv[2]).read())
print(json.dumps(json.loads(str(rego.query(sys.argv[3])))["expressions"][0]))
`;

/**
 * Finds a program that evaluates policies: OPA itself, else `regopy`; otherwise
 * the reason why there is none.
 */
async function evaluator(): Promise<
  { readonly command: (plan: string) => readonly string[] } | {
    readonly reason: string;
  }
> {
  const opa = Deno.env.get("OPA") || "opa";
  if (await works(opa, "version")) {
    return {
      command: (plan) => [
        ...[opa, "eval", "--format=raw"],
        ...["--data", policy, "--input", plan, query],
      ],
    };
  }
  const folder = `${userCache("terraform-provider-huggingface")}/regopy-1.5.2`;
  const python = `${folder}/bin/python`;
  if (!await exists(folder)) {
    const isMade = await works("python3", "-m", "venv", folder) &&
      await works(python, "-m", "pip", "install", "-q", "regopy==1.5.2");
    if (!isMade) await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
  return await exists(python)
    ? { command: (plan) => [python, "-c", script, policy, plan, query] }
    : { reason: "there is neither opa nor, for Python, regopy" };
}

async function works(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await run(program, args)).code === 0;
  } catch {
    return false;
  }
}

const tool = await evaluator();
const reason = "reason" in tool ? tool.reason : undefined;

/** Sorted messages of the policy about the plan of a configuration. */
async function deniedOf(
  workspace: Workspace,
  more: JsonObject,
  args: readonly string[] = [],
): Promise<string[]> {
  if ("reason" in tool) throw new Error(tool.reason);
  await configure(workspace, { more });
  const plan = JSON.stringify(await workspace.planJson({ args }));
  await workspace.write({ "plan.json": plan });
  const [program = "", ...rest] = tool.command(`${workspace.folder}/plan.json`);
  const { code, stdout, stderr } = await run(program, rest);
  assertEquals(code, 0, stderr);
  const found: string[] = JSON.parse(stdout);
  return found.toSorted();
}

/** A value that no plan knows. */
const later = (name: string) => `\${terraform_data.later.output.${name}}`;
const endpoints = { a: { instance_type: "nvidia-h100", max_replica: 3 } };
const terraform_data = {
  later: {
    input: {
      hardware: "a100-large",
      least: 1,
      is: false,
      scaling: { min_replica: 1 },
      compute: { instance_type: "nvidia-h100" },
      job: { image: "python:3.12", command: ["true"], flavor: "h200x8" },
    },
  },
};

const inModule = { module: { m: { source: "./m" } } };
const idle = { scaling: { min_replica: 0 } };
const space = { name: "s", sdk: "docker", hardware: "t4-small" };
const once = { image: "python:3.12", command: ["true"] };
const job = { schedule: "@daily", ...once };

const hook = { watched: [{ type: "org", name: "acme" }], domains: ["repo"] };

/** Resources by type and label, and what the policy says of each. */
const rows: Readonly<
  Record<string, Readonly<Record<string, [JsonObject, ...string[]]>>>
> = {
  huggingface_endpoint: {
    fine: [endpoint("a", { compute: idle })],
    paused: [endpoint("b", { paused: true })],
    awake: [endpoint("c"), "it does not scale to zero"],
    big: [
      endpoint("d", { compute: { ...idle, instance_type: "nvidia-h100" } }),
      "nvidia-h100 is no approved instance type",
    ],
    later_type: [
      endpoint("e", { compute: { ...idle, instance_type: later("hardware") } }),
      "compute.instance_type is only known after apply",
    ],
    later_least: [
      endpoint("f", { compute: { scaling: { min_replica: later("least") } } }),
      "compute.scaling.min_replica is only known after apply",
    ],
    later_scaling: [
      endpoint("g", { compute: { scaling: later("scaling") } }),
      "compute.scaling.min_replica is only known after apply",
    ],
    later_compute: [
      { ...endpoint("h"), compute: later("compute") },
      "compute.instance_type is only known after apply",
      "compute.scaling.min_replica is only known after apply",
    ],
    later_paused: [
      endpoint("i", { paused: later("is") }),
      "it does not scale to zero",
    ],
  },
  huggingface_space: {
    free: [{ name: "free", sdk: "docker" }],
    page: [{ name: "page", sdk: "static" }],
    template: [{ name: "t", template: "SpacesExamples/jupyterlab" }],
    sleepy: [{ ...space, name: "sleepy", sleep_time: 300 }],
    awake: [space, "a Space on t4-small needs a sleep_time"],
    later_sleep: [
      { ...space, name: "least", sleep_time: later("least") },
      "a Space on t4-small needs a sleep_time",
    ],
    later: [
      { ...space, name: "later", hardware: later("hardware") },
      "hardware is only known after apply",
    ],
    later_template: [
      {
        name: "u",
        template: "SpacesExamples/jupyterlab",
        hardware: later("hardware"),
      },
      "hardware is only known after apply",
    ],
    dear_template: [
      {
        name: "v",
        template: "SpacesExamples/jupyterlab",
        hardware: "a100-large",
      },
      "a Space on a100-large needs a sleep_time",
    ],
  },
  huggingface_scheduled_job: {
    fine: [{ ...job, flavor: "cpu-basic" }],
    dear: [
      { ...job, flavor: "a100-large" },
      "a100-large is no approved hardware for a job",
    ],
    later: [
      { ...job, flavor: later("hardware") },
      "flavor is only known after apply",
    ],
  },
  huggingface_webhook: {
    url: [{ ...hook, url: "https://ci.acme.example" }],
    fine: [{ ...hook, job: { ...once, flavor: "cpu-basic" } }],
    dear: [
      { ...hook, job: { ...once, flavor: "a100-large" } },
      "a100-large is no approved hardware for a job",
    ],
    later: [
      { ...hook, job: { ...once, flavor: later("hardware") } },
      "flavor is only known after apply",
    ],
    later_job: [
      { ...hook, job: later("job") },
      "flavor is only known after apply",
    ],
  },
};

/** The same of data sources. */
const estimates: typeof rows = {
  huggingface_hourly_cost: {
    fine: [{
      spaces: { sleepy: { hardware: "t4-small" } },
      jobs: { fine: { flavor: "cpu-basic" } },
    }],
    dear: [
      { endpoints },
      "30 US dollars an hour, at most 20 are allowed",
    ],
    unpriced: [
      { endpoints: { a: { instance_type: "nvidia-none" } } },
      "the price of a is not known",
    ],
    later: [
      { spaces: { a: { hardware: later("hardware") } } },
      "most is only known after apply",
    ],
    pending: [
      {
        endpoints,
        depends_on: ["terraform_data.later"],
      },
      "most is only known after apply",
    ],
  },
};

/** The blocks of rows, and what is said of them after a prefix. */
function blocksOf(table: typeof rows, prefix = "") {
  const blocks: Record<string, Record<string, JsonObject>> = {};
  const denied: string[] = [];
  for (const [type, labels] of Object.entries(table)) {
    for (const [label, [config, ...texts]] of Object.entries(labels)) {
      (blocks[type] ??= {})[label] = config;
      for (const text of texts) {
        denied.push(`${prefix}${type}.${label}: ${text}`);
      }
    }
  }
  return { blocks, denied };
}

testIf({
  name: "the policy on costs refuses what it says, and nothing else",
  skipped: await whyNot() ?? reason,
  fn: () =>
    withSandbox(async ({ workspace }) => {
      const resources = blocksOf(rows);
      const data = blocksOf(estimates, "data.");
      const denied = [...data.denied, ...resources.denied].toSorted();
      const all = {
        resource: { ...resources.blocks, terraform_data },
        data: data.blocks,
      };
      assertEquals(await deniedOf(workspace, all), denied);
      await configure(workspace, { more: all });
      await Deno.mkdir(`${workspace.folder}/m`);
      await Deno.rename(
        `${workspace.folder}/main.tf.json`,
        `${workspace.folder}/m/main.tf.json`,
      );
      await configure(workspace, { more: inModule });
      assertSuccess(await workspace.run(["get", "-no-color"]));
      assertEquals(
        await deniedOf(workspace, inModule),
        denied.map((text) => `module.m.${text}`),
      );
      // What is destroyed costs nothing, whatever was estimated.
      const dear = {
        resource: { terraform_data },
        data: { huggingface_hourly_cost: { this: { endpoints } } },
      };
      await configure(workspace, { more: dear });
      await mustApply(workspace);
      assertEquals((await deniedOf(workspace, dear)).length, 1);
      assertEquals(await deniedOf(workspace, dear, ["-destroy"]), []);
    }),
});

testIf({
  name: "the policy on costs refuses jobs that actions run on other hardware",
  skipped: await whyNot({ terraform: "1.14" }) ?? reason,
  fn: () =>
    withSandbox(async ({ workspace }) => {
      const flavors = {
        fine: "cpu-basic",
        dear: "a100-large",
        later: later("hardware"),
      };
      const actions = Object.entries(flavors).map(([label, flavor]) =>
        [label, { config: { ...once, flavor } }] as const
      );
      const after = {
        events: ["after_create"],
        actions: actions.map(([label]) =>
          `action.huggingface_job_run.${label}`
        ),
      };
      assertEquals(
        await deniedOf(workspace, {
          action: { huggingface_job_run: Object.fromEntries(actions) },
          resource: {
            terraform_data: {
              ...terraform_data,
              runs: { lifecycle: { action_trigger: after } },
            },
          },
        }),
        [
          "action.huggingface_job_run.dear: a100-large is no approved hardware " +
          "for a job",
          "action.huggingface_job_run.later: flavor is only known after apply",
        ],
      );
    }),
});
