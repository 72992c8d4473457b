// What exists is never lost in a world worse than usual: the switches of the
// sandbox, each under the real CLI.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { HuggingFace } from "../../mod.ts";
import type { FaultAction } from "@hf-terraform/sandbox";
import { startSandbox } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";

const configuration = (title: string) =>
  `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

resource "huggingface_model" "m" {
  namespace  = "acme"
  name       = "m"
  visibility = "private"
  on_destroy = "delete"
}

resource "huggingface_repo_tag" "t" {
  repository = huggingface_model.m.id
  name       = "v1"
}

resource "huggingface_collection" "c" {
  namespace = "acme"
  title     = "${title}"

  items = [{ type = "model", id = huggingface_model.m.id }]
}

resource "huggingface_endpoint" "e" {
  namespace = "acme"
  name      = "e"
  model     = { repository = huggingface_model.m.id }
  compute   = { instance_type = "intel-spr" }
}
`;

/** A sandbox with faults for all of an apply's requests, and a workspace. */
async function startWorld() {
  const { sandbox, env, url, stop } = await startSandbox({
    startupMs: 20,
    createMs: 0,
  });
  const workspace = await createWorkspace({
    files: { "main.tf": configuration("One") },
    env,
  });
  return {
    sandbox,
    url,
    workspace,
    client: new HuggingFace({
      token: sandbox.token,
      endpoint: url,
      inferenceEndpointsUrl: url,
    }),
    async [Symbol.asyncDispose]() {
      await workspace[Symbol.asyncDispose]();
      await stop();
    },
  };
}

/** What of each kind the namespace has. */
async function everything({ client }: { client: HuggingFace }) {
  const models = await client.repos.list("model", {
    author: "acme",
  }).toArray();
  const endpoints = await client.endpoints.list("acme").toArray();
  const collections = await client.collections.list({ owner: ["acme"] })
    .toArray();
  return [models.length, endpoints.length, collections.length];
}

const worse: Readonly<Record<string, [method: string, FaultAction]>> = {
  "reads are half a second old": ["GET", { stale_ms: 500 }],
  "every change takes effect twice": ["PUT|PATCH", { double: "first" }],
  "the second answer of every change is the one that comes": [
    "PUT|PATCH",
    { double: "second" },
  ],
};

for (const [name, [methods, action]] of Object.entries(worse)) {
  acceptanceTest(
    `${name}: all is made once, changed and destroyed`,
    async () => {
      await using world = await startWorld();
      const { sandbox, workspace } = world;
      for (const method of methods.split("|")) {
        sandbox.addFault({ match: { method }, times: 1e9, action });
      }
      assertSuccess(await workspace.apply());
      assertEquals(await everything(world), [1, 1, 1]);
      await workspace.write({ "main.tf": configuration("Two") });
      assertSuccess(await workspace.apply());
      sandbox.clearFaults();
      await assertEmptyPlan(workspace);
      assertSuccess(await workspace.destroy());
      assertEquals(await everything(world), [0, 0, 0]);
    },
  );
}

acceptanceTest(
  "a create that came twice: what was made is not made again, nor adopted in silence",
  async () => {
    await using world = await startWorld();
    const { sandbox, workspace } = world;
    sandbox.addFault({
      match: { method: "POST", path: "/v2/endpoint/" },
      times: 1,
      action: { double: "second" },
    });
    assertFailure(await workspace.apply(), "terraform import");
    assertEquals(await everything(world), [1, 1, 1]);
    assertSuccess(await workspace.import("huggingface_endpoint.e", "acme/e"));
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    assertEquals(await everything(world), [1, 1, 1]);
  },
);

for (const [name, hours] of [["behind", -30], ["ahead", 30]] as const) {
  acceptanceTest(
    `the service's clock is ${hours} h ${name}: all is made and destroyed`,
    async () => {
      await using world = await startWorld();
      const { sandbox, workspace } = world;
      sandbox.advance(hours * 3_600_000);
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      sandbox.advance(-2 * hours * 3_600_000);
      await assertEmptyPlan(workspace);
      assertSuccess(await workspace.destroy());
      assertEquals(await everything(world), [0, 0, 0]);
    },
  );
}

acceptanceTest(
  "what is renamed between plan and apply is changed under its new name",
  async () => {
    await using world = await startWorld();
    const { sandbox, workspace, client } = world;
    assertSuccess(await workspace.apply());
    await workspace.write({
      "main.tf": configuration("One").replace("private", "public"),
    });
    sandbox.addFault({
      match: { method: "PUT", path: "/settings" },
      action: {
        meanwhile: {
          method: "POST",
          path: "/api/repos/move",
          body: { fromRepo: "acme/m", toRepo: "acme/moved", type: "model" },
        },
      },
    });
    await workspace.apply();
    const moved = await client.repos.get({ type: "model", id: "acme/moved" });
    assertEquals(moved.id, "acme/moved");
    assertEquals(await everything(world), [1, 1, 1]);
  },
);
