/**
 * A plan with warnings and what it costs, as the README shows them: a model
 * becomes public, its endpoint grows, and a branch goes with its commits.
 *
 * @module
 */
import { assertSuccess } from "@hf-terraform/framework/testing";
import { Sandbox } from "../client/sandbox/mod.ts";
import { createWorkspace } from "../tests/support/workspace.ts";
import { serveSandbox } from "./sandbox_server.ts";

/** The output of a plan. */
export interface PicturedPlan {
  /** The plan. */
  readonly plan: string;
  /** The hourly cost after the apply. */
  readonly cost: string;
}

/** Applies, changes and plans again on a sandbox of its own. */
export async function picturedPlan(): Promise<PicturedPlan> {
  const sandbox = new Sandbox({ startupMs: 0 });
  const server = await serveSandbox(sandbox);
  try {
    await using workspace = await createWorkspace({
      launch: "installed",
      files: { "main.tf": before },
      env: {
        HF_ENDPOINT: server.url,
        HF_INFERENCE_ENDPOINTS_URL: server.url,
        HF_TOKEN: sandbox.token,
      },
    });
    assertSuccess(await workspace.init());
    assertSuccess(await workspace.apply());
    const { stdout: cost } = await workspace.output("hourly_cost");
    await workspace.write({ "main.tf": after });
    const planned = await workspace.run(["plan", "-no-color"]);
    assertSuccess(planned);
    return { plan: planned.stdout, cost };
  } finally {
    await server.stop();
  }
}

const branch = `
resource "huggingface_repo_branch" "draft" {
  repository = huggingface_model.chat.id
  name       = "draft"
}
`;

const before = configuration({ visibility: "private", most: 1 }) + branch;
const after = configuration({ visibility: "public", most: 4 });

function configuration(
  { visibility, most }: { visibility: string; most: number },
): string {
  return `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

provider "huggingface" {
  namespace       = "acme"
  max_hourly_cost = 1
}

locals {
  machine  = { instance_type = "nvidia-t4", vendor = "gcp", region = "us-east4" }
  replicas = { min = 0, max = ${most} }
}

resource "huggingface_model" "chat" {
  name       = "chat"
  visibility = "${visibility}"
  on_destroy = "delete"
}

resource "huggingface_endpoint" "chat" {
  name  = "chat"
  cloud = { vendor = local.machine.vendor, region = local.machine.region }

  model = {
    repository = huggingface_model.chat.id
  }

  compute = {
    instance_type = local.machine.instance_type

    scaling = {
      min_replica = local.replicas.min
      max_replica = local.replicas.max
    }
  }
}

data "huggingface_hourly_cost" "this" {
  endpoints = {
    chat = merge(local.machine, {
      min_replica = local.replicas.min
      max_replica = local.replicas.max
    })
  }

  spaces = {
    demo = { hardware = "t4-small", sleep_time = 3600 }
  }

  jobs = {
    nightly = { flavor = "a10g-small" }
  }
}

output "hourly_cost" {
  value = data.huggingface_hourly_cost.this.table
}
`;
}
