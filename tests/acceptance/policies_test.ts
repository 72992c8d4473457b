import { assertEquals } from "@std/assert";
import { type JsonObject, tryFindCli } from "@hf-terraform/framework/testing";
import {
  exists,
  userCache,
} from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { testIf } from "../support/skip.ts";
import { configure, endpoint, withSandbox } from "./endpoint_support.ts";

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

const cli = await tryFindCli();
const tool = await evaluator();

testIf({
  name: "the policy on costs refuses what it says, and nothing else",
  skipped: "reason" in cli
    ? cli.reason
    : "reason" in tool
    ? tool.reason
    : undefined,
  fn: () =>
    withSandbox(async ({ workspace }) => {
      if ("reason" in tool) return;
      const denied = async (
        endpoints: Readonly<Record<string, JsonObject>>,
        spaces: Readonly<Record<string, JsonObject>>,
        estimate: JsonObject,
      ) => {
        await configure(workspace, {
          endpoints,
          more: {
            resource: { huggingface_space: spaces },
            data: { huggingface_hourly_cost: { this: estimate } },
          },
        });
        const plan = JSON.stringify(await workspace.planJson());
        await workspace.write({ "plan.json": plan });
        const [program = "", ...args] = tool.command(
          `${workspace.folder}/plan.json`,
        );
        const { code, stdout, stderr } = await run(program, args);
        assertEquals(code, 0, stderr);
        const found: string[] = JSON.parse(stdout);
        return found.toSorted();
      };
      const idle = { scaling: { min_replica: 0 } };
      const space = { name: "s", sdk: "docker", hardware: "t4-small" };
      assertEquals(
        await denied({
          fine: endpoint("a", { compute: idle }),
          paused: endpoint("b", { paused: true }),
        }, {
          free: { name: "free", sdk: "docker" },
          page: { name: "page", sdk: "static" },
          sleepy: { ...space, sleep_time: 300 },
        }, { spaces: { sleepy: { hardware: "t4-small" } } }),
        [],
      );
      assertEquals(
        await denied(
          {
            awake: endpoint("a"),
            big: endpoint("b", {
              compute: { ...idle, instance_type: "nvidia-h100" },
            }),
          },
          { awake: space },
          {
            endpoints: { a: { instance_type: "nvidia-h100", max_replica: 3 } },
          },
        ),
        [
          "data.huggingface_hourly_cost.this: 30 US dollars an hour, at most " +
          "20 are allowed",
          "huggingface_endpoint.awake: it does not scale to zero",
          "huggingface_endpoint.big: nvidia-h100 is no approved instance type",
          "huggingface_space.awake: a Space on t4-small needs a sleep_time",
        ],
      );
    }),
});
