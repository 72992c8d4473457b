// Faults of jobs, webhooks, collections and actions, by their numbers.

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { JobSpec } from "@hf-terraform/client";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { outputOf } from "./endpoint_support.ts";

const address = "huggingface_scheduled_job.this";

function scheduled(more: string): string {
  return `
resource "huggingface_scheduled_job" "this" {
  namespace = "acme"
  schedule  = "@daily"
  flavor    = "cpu-basic"
  image     = "python:3.12"
  ${more}
}
`;
}

/** What the API takes, and the same as a configuration. */
const whole: JobSpec = {
  flavor: "cpu-basic",
  dockerImage: "python:3.12",
  command: ["python"],
  arguments: ["train.py"],
  arch: "arm64",
  attempts: 3,
  volumes: [{ type: "bucket", source: "acme/data", mountPath: "/data" }],
  expose: { ports: [8080], portsPublic: [8080] },
  network: { group: "ring", aliases: ["one"] },
};
const wholeConfig = `
  command   = ["python"]
  arguments = ["train.py"]
  arch      = "arm64"
  attempts  = 3
  volumes   = [{ type = "bucket", source = "acme/data", mount_path = "/data" }]
  expose    = { ports = [8080], public_ports = [8080] }
  network   = { group = "ring", aliases = ["one"] }
`;

acceptanceTest(
  "replacing an imported job loses nothing of it",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const { id } = await client.jobs.scheduled.create("acme", {
      schedule: "@daily",
      jobSpec: whole,
    });
    await world.configure(scheduled(wholeConfig));
    assertSuccess(
      await workspace.run(["import", "-no-color", address, `acme/${id}`]),
    );
    await assertEmptyPlan(workspace);
    await world.configure(
      scheduled(wholeConfig.replace('["python"]', '["python3"]')),
    );
    assertActions(await workspace.planJson(), address, ["delete", "create"]);
    assertSuccess(await workspace.apply());
    const [found] = await client.jobs.scheduled.list("acme").toArray();
    const { jobSpec } = found ?? {};
    assertEquals(
      [jobSpec?.arguments, jobSpec?.arch, jobSpec?.retry, jobSpec?.expose],
      [whole.arguments, whole.arch, 2, whole.expose],
    );
    assertEquals(
      jobSpec?.volumes?.map(({ source, mountPath }) => [source, mountPath]),
      [["acme/data", "/data"]],
    );
    assertEquals(jobSpec?.network, whole.network);
    // What the configuration no longer says is planned.
    await world.configure(scheduled('command = ["python3"]'));
    assertActions(await workspace.planJson(), address, ["delete", "create"]);
  },
);

acceptanceTest(
  "a lost answer doubles no scheduled job, and what differs is another one",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    const config = scheduled(`
  command         = ["true"]
  timeout_seconds = 60
  labels          = { team = "a" }`);
    await world.configure(config);
    sandbox.addFault({
      match: { method: "POST", path: "**/api/scheduled-jobs/acme" },
      action: { close: "after" },
      times: 1,
    });
    assertStringIncludes(
      outputOf(assertSuccess(await workspace.apply())),
      "was lost",
    );
    assertEquals(
      (await client.jobs.scheduled.list("acme").toArray()).length,
      1,
    );
    await assertEmptyPlan(workspace);
    // An equal one is refused, others are not.
    const other = (change: (text: string) => string) =>
      change(config).replace('"this"', '"other"');
    await world.configure(config + other((text) => text));
    assertFailure(await workspace.apply(), "exists already");
    for (
      const change of [
        (text: string) => text.replace("= 60", "= 90"),
        (text: string) => text.replace(/ {2}timeout_seconds.*\n/, ""),
        (text: string) => text.replace(/ {2}labels.*/, ""),
        (text: string) =>
          text.replace(/ {2}labels/, '  secrets = { A = "b" }\n  labels'),
      ]
    ) {
      await world.configure(config + other(change));
      assertSuccess(await workspace.apply());
      assertEquals(
        (await client.jobs.scheduled.list("acme").toArray()).length,
        2,
      );
      await world.configure(config);
      assertSuccess(await workspace.apply());
    }
  },
);

function collection(more: string): string {
  return `
resource "huggingface_collection" "this" {
  namespace = "acme"
  title     = "Ours"
  ${more}
}
`;
}

acceptanceTest(
  "an item that does not exist is refused before the collection is made, and in an update",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const lists = async () =>
      (await client.collections.list({ owner: ["acme"] }).toArray())
        .length;
    const mistyped =
      'items = [{ type = "model", id = "openai-community/gpt3" }]';
    await world.configure(collection(mistyped));
    for (let i = 0; i < 2; i++) {
      const message = assertFailure(await workspace.apply(), "gpt3");
      assertStringIncludes(message, "Nothing was created");
      assertStringIncludes(message, "items = [");
      assertEquals(await lists(), 0);
    }
    await world.configure(collection("items = []"));
    assertSuccess(await workspace.apply());
    await world.configure(collection(mistyped));
    for (let i = 0; i < 2; i++) {
      assertStringIncludes(
        assertFailure(await workspace.apply(), "gpt3"),
        "Cannot add the model openai-community/gpt3 to the collection",
      );
    }
    assertEquals(await lists(), 1);
  },
);

acceptanceTest(
  "a collection has gating, a place and a resource group, and opens last",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const group = "a".repeat(24);
    const gated = (mode: string) => `
  visibility        = "public"
  position          = 0
  resource_group_id = "${group}"
  gating = {
    mode          = "manual"
    notifications = { mode = "${mode}", email = "a@example.com" }
  }`;
    const shown = async () => {
      const [{ slug = "" } = {}] = await client.collections.list({
        owner: ["acme"],
      }).toArray();
      return await client.collections.get(slug);
    };
    await world.configure(collection(gated("bulk")));
    world.writes();
    assertSuccess(await workspace.apply());
    const { slug, gating, private: isPrivate } = await shown();
    assertEquals([gating, isPrivate], [{
      mode: "manual",
      notifications: { mode: "bulk", email: "a@example.com" },
    }, false]);
    assertEquals(
      (await client.collections.getResourceGroup(slug))?.id,
      group,
    );
    await assertEmptyPlan(workspace);
    await world.configure(collection(gated("real-time")));
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    await world.configure(collection('visibility = "public"'));
    assertSuccess(await workspace.apply());
    assertEquals((await shown()).gating, false);
    assertEquals(await client.collections.getResourceGroup(slug), null);
    await assertEmptyPlan(workspace);
  },
);

function webhook(name: string, more: string): string {
  return `
resource "huggingface_webhook" "${name}" {
  watched = [{ type = "org", name = "acme" }]
  domains = ["repo"]
  ${more}
}
`;
}

acceptanceTest(
  "a webhook starts a job of its own, and an import loses nothing of it in silence",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const { id } = await client.webhooks.create({
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      job: { ...whole, secrets: { TOKEN: "x" } },
    });
    const job = (more = "") =>
      webhook(
        "this",
        `job = {
  flavor = "cpu-basic"
  image  = "python:3.12"
  ${wholeConfig}
  ${more}
}`,
      );
    await world.configure(webhook(
      "this",
      `job = {
  flavor    = "cpu-basic"
  image     = "python:3.12"
  command   = ["python"]
  arguments = ["train.py"]
}`,
    ));
    const at = "huggingface_webhook.this";
    assertSuccess(await workspace.run(["import", "-no-color", at, id]));
    await assertEmptyPlan(workspace);
    // What the update would lose is named.
    await world.configure(job());
    assertFailure(await workspace.plan(), "has the secrets `TOKEN`");
    await world.configure(job('secrets = { TOKEN = "y" }'));
    assertActions(await workspace.planJson(), at, ["update"]);
    world.requests();
    assertSuccess(await workspace.apply());
    const sent = world.requests().find(({ method }) => method === "POST");
    assertEquals<unknown>(sent?.body, {
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      job: {
        ...whole,
        volumes: [{ ...whole.volumes?.[0], readOnly: false }],
        secrets: { TOKEN: "y" },
      },
    });
    await assertEmptyPlan(workspace);
  },
);
