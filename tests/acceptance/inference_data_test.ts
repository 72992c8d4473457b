import { assertEquals } from "@std/assert";
import {
  assertFailure,
  assertSuccess,
  known,
  takeSteps,
} from "@hf-terraform/framework/testing";
import { accountOptions, makeAccount } from "../support/account.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "data sources tell of recipes, replicas and the audit log of endpoints",
  async () => {
    await using world = await startSpaceWorld(accountOptions);
    const { workspace, client } = world;
    await makeAccount(world.sandbox);
    await client.endpoints.pause("acme/e");
    await client.endpoints.resume("acme/e");
    await client.endpoints.waitFor("acme/e");
    const [{ id } = { id: "" }] = await client.endpoints.listReplicas("acme/e")
      .toArray();
    const coder = "Qwen/Qwen2.5-Coder-7B-Instruct";
    const config = `
data "huggingface_endpoint_recipes" "coder" {
  repository = "${coder}"
}
data "huggingface_endpoint_recipes" "cpu" {
  accelerator = "cpu"
}
data "huggingface_endpoint_recipes" "files" {
  search = "gemma"
  engine = "llamacpp"
}
data "huggingface_endpoint_recipes" "none" {
  repository = "Qwen/Qwen2.5-Coder"
}
data "huggingface_endpoint_replicas" "this" {
  endpoint = "acme/e"
}
data "huggingface_endpoint_audit_log" "this" {
  namespace = "acme"
  endpoint  = "e"
}
data "huggingface_endpoint_audit_log" "one" {
  namespace = "acme"
  username  = "sandbox"
  limit     = 1
}
data "huggingface_endpoint_audit_log" "nobody" {
  namespace = "acme"
  username  = "nobody"
}
output "found" {
  value = {
    coder    = data.huggingface_endpoint_recipes.coder.recipes
    cpu      = data.huggingface_endpoint_recipes.cpu.recipes[*].engine
    files    = data.huggingface_endpoint_recipes.files.recipes[*].gguf_file
    none     = data.huggingface_endpoint_recipes.none.recipes
    replicas = data.huggingface_endpoint_replicas.this.replicas
    actions = [
      for entry in data.huggingface_endpoint_audit_log.this.entries_json :
      jsondecode(entry).action
    ]
    one    = length(data.huggingface_endpoint_audit_log.one.entries_json)
    nobody = data.huggingface_endpoint_audit_log.nobody.entries_json
  }
}
`;
    const recipe = {
      repository: coder,
      engine: "vllm",
      gguf_file: null,
      revision: null,
      task: "text-generation",
      license: "Apache 2.0",
    };
    const found = {
      coder: [
        { ...recipe, id: "qwen-coder-7b-vllm", accelerator: "gpu" },
        { ...recipe, id: "qwen-coder-7b-neuron", accelerator: "neuron" },
      ],
      cpu: ["tei"],
      files: ["gemma-3-4b-it-Q4_K_M.gguf", "gemma-3-4b-it-Q8_0.gguf"],
      none: [],
      replicas: [{ id, stage: "ready", live: true }],
      one: 1,
      actions: known.set([
        "endpoint.create",
        "endpoint.pause",
        "endpoint.resume",
      ]),
      nobody: [],
    };
    await takeSteps(workspace, [{ config, outputs: { found } }]);
  },
);

acceptanceTest("data sources of endpoints say what they lack", async () => {
  await using world = await startSpaceWorld({
    organizations: [{ name: "acme", plan: null, members: {} }],
  });
  const cases = {
    "no such endpoint": [
      `data "huggingface_endpoint_replicas" "this" {\n  endpoint = "acme/none"\n}`,
      "Cannot read the replicas of the endpoint acme/none",
    ],
    "an endpoint without its owner": [
      `data "huggingface_endpoint_replicas" "this" {\n  endpoint = "none"\n}`,
      "`namespace/name`",
    ],
    "an audit log without a paid plan": [
      `data "huggingface_endpoint_audit_log" "this" {\n  namespace = "acme"\n}`,
      "Paid plan required for namespace: acme",
    ],
  } as const;
  await takeSteps(
    world.workspace,
    Object.entries(cases).map(([name, [config, fails]]) => ({
      name,
      config,
      fails,
    })),
  );
});

/** The file that every scanner for malware finds, in two parts: this is none. */
const testVirus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" +
  "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

acceptanceTest("a promotion is held back until a scan is clean", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const repo = { type: "model", id: "acme/m" } as const;
  await client.repos.create({ type: "model", id: "acme/m" });
  const commit = (content: string) =>
    client.files.commit(repo, {
      summary: "Change",
      operations: [{ path: "weights.bin", content }],
    });
  await world.configure(`
data "huggingface_repo_scan" "m" {
  repository = "acme/m"
  lifecycle {
    postcondition {
      condition     = self.done && self.clean
      error_message = "Found \${join(", ", [for f in self.files : "\${f.path}: \${f.level}"])}"
    }
  }
}
resource "huggingface_repo_tag" "production" {
  repository = data.huggingface_repo_scan.m.repository
  name       = "production"
}
`);
  const tags = async () =>
    (await client.refs.get(repo)).tags.map(({ name }) => name);
  await t.step("something is found", async () => {
    await commit(testVirus);
    assertFailure(await workspace.apply(), "Found weights.bin: unsafe");
    assertEquals(await tags(), []);
  });
  await t.step("nothing is found", async () => {
    await commit("good");
    assertSuccess(await workspace.apply());
    assertEquals(await tags(), ["production"]);
  });
});

acceptanceTest(
  "data sources tell of discussions and the cost of jobs",
  async () => {
    await using world = await startSpaceWorld(accountOptions);
    const { workspace, client } = world;
    await makeAccount(world.sandbox);
    const repo = { type: "model", id: "acme/m" } as const;
    for (let i = 1; i <= 60; i++) {
      await client.discussions.create(repo, {
        title: `Question ${i}`,
        description: "",
      });
    }
    const { num } = await client.discussions.create(repo, {
      title: "A card",
      description: "",
      pullRequest: true,
    });
    const { id } = await client.jobs.create("sandbox", {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["true"],
    });
    await client.jobs.waitFor(`sandbox/${id}`);
    await world.configure(`
data "huggingface_repo_discussions" "all" {
  repository = "acme/m"
}
data "huggingface_repo_discussions" "some" {
  repository = "acme/m"
  type       = "discussion"
  limit      = 2
}
data "huggingface_repo_discussions" "open" {
  repository = "acme/m"
  type       = "pull_request"
  status     = "open"
  author     = "sandbox"
}
data "huggingface_job_usage" "mine" {}
locals {
  usage = data.huggingface_job_usage.mine
}
output "found" {
  value = {
    count = length(data.huggingface_repo_discussions.all.discussions)
    some  = data.huggingface_repo_discussions.some.discussions[*].title
    open  = [for one in data.huggingface_repo_discussions.open.discussions : [one.number, one.status, one.is_pull_request]]
    jobs  = local.usage.jobs[*].job_id
    ended = local.usage.jobs[0].completed_at != null
    sums  = local.usage.cost_usd == sum(local.usage.jobs[*].cost_usd) && local.usage.cost_usd > 0
    order = timecmp(local.usage.period_start, local.usage.period_end)
  }
}
`);
    assertSuccess(await workspace.apply());
    const { stdout } = assertSuccess(
      await workspace.run(["output", "-json", "found"]),
    );
    assertEquals(JSON.parse(stdout), {
      count: 61,
      some: ["Question 60", "Question 59"],
      open: [[num, "draft", true]],
      jobs: [id],
      ended: true,
      sums: true,
      order: -1,
    });
  },
);
