// States that version 0.1.0 wrote are read without a diff: its own bundle
// applies, then this one plans.

import { assert } from "@std/assert";
import { assertEmptyPlan, whyNot } from "@hf-terraform/framework/testing";
import { project } from "../../tools/project.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/system/run.ts";
import { testIf } from "../support/skip.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import {
  applied,
  configure,
  endpoint,
  withSandbox,
} from "./endpoint_support.ts";

/** The last commit of version 0.1.0. */
const version010 = "7ee3650";

const tooOld = await whyNot({ terraform: "1.11", tofu: "1.11" });
const { code: hasCommit } = await run("git", [
  "cat-file",
  "-e",
  `${version010}^{commit}`,
], { cwd: inRoot(".") });

function reason(): string | undefined {
  if (hasCommit !== 0) return `this checkout has no commit ${version010}`;
  return tooOld;
}

/** Builds version 0.1.0 in a folder. */
async function build010(folder: string): Promise<string> {
  const archive = `${folder}/source.tar`;
  const steps: [string, string[], string][] = [
    ["git", ["archive", "-o", archive, version010], inRoot(".")],
    ["tar", ["-xf", archive], folder],
    [Deno.execPath(), ["run", "-A", "tools/build.ts"], folder],
  ];
  for (const [command, args, cwd] of steps) {
    const { code, stdout, stderr } = await run(command, args, { cwd });
    if (code !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  }
  return `${folder}/dist/terraform-provider-huggingface`;
}

const url = "ghcr.io/acme/image:1";

const endpoints = {
  least: endpoint("least"),
  idle: endpoint("idle", { compute: { scaling: { min_replica: 0 } } }),
  paused: endpoint("paused", { paused: true, type: "public" }),
  full: endpoint("full", {
    cloud: { vendor: "aws", region: "us-east-1" },
    compute: {
      instance_type: "nvidia-l4",
      scaling: { max_replica: 3, measure: { pending_requests: 1.5 } },
    },
    tags: ["b", "a"],
    cache_http_responses: true,
    experimental_features: { kv_router: { tag: "1" } },
    private_service: { account_id: "123456789012" },
    route: { path: "/x" },
    timeouts: { create: "5m" },
    model: {
      revision: "main",
      task: "text-generation",
      env: { A: "1" },
      secrets: { B: "2" },
      args: ["--x"],
      command: ["serve"],
      image: { vllm: { url, max_num_seqs: 8, extra: '{"newField":1}' } },
    },
  }),
  custom: endpoint("custom", {
    model: {
      secrets_wo: { B: "2" },
      secrets_wo_version: "1",
      image: {
        custom: {
          url,
          credentials: {
            username: "robot",
            password_wo: "secret",
            password_wo_version: "1",
          },
        },
      },
    },
  }),
};

const spaces = `resource "huggingface_space" "least" {
  name = "least"
  sdk  = "static"
}

resource "huggingface_space" "full" {
  name               = "full"
  sdk                = "docker"
  visibility         = "public"
  title              = "Full"
  hardware           = "t4-small"
  sleep_time         = 300
  variables          = { A = "1" }
  secrets            = { B = "2" }
  secrets_wo         = { C = "3" }
  secrets_wo_version = 1
  files              = { Dockerfile = "FROM a" }
  wait_for_running   = false
}

resource "huggingface_space_variable" "one" {
  space = huggingface_space.least.id
  key   = "MODE"
  value = "x"
}

resource "huggingface_space_secret" "one" {
  space            = huggingface_space.least.id
  key              = "TOKEN"
  value_wo         = "y"
  value_wo_version = 1
}
`;

testIf({
  name: "states of version 0.1.0 have an empty plan",
  skipped: reason(),
  fn: () =>
    withSandbox(async ({ workspace }) => {
      const folder = await Deno.makeTempDir({ prefix: "hf_010_" });
      try {
        const use = (executable: string) =>
          workspace.use({ [project.address]: { command: [executable] } });
        await use(await build010(folder));
        await configure(workspace, { endpoints });
        await workspace.write({ "spaces.tf": spaces });
        await applied(workspace);
        const state = await workspace.read("terraform.tfstate");
        assert(state.includes('"secrets_wo_version": 1'), "it was a number");
        assert(!state.includes("wait_for_health"), "0.1.0 did not write it");
        await use(await providerExecutable());
        await assertEmptyPlan(workspace);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }, { workspace: { launch: "started" } }),
});
