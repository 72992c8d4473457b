// What a plan says is sent, by the numbers of the faults that version 0.1.0 had:
// no attribute changes in the state alone.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  changeOf,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** A test with a sandbox and a folder of its own. */
function fault(name: string, run: (world: SpaceWorld) => Promise<void>): void {
  acceptanceTest(name, async () => {
    await using world = await startSpaceWorld();
    await run(world);
  });
}

/** One resource, `this`, of the organization `acme`. */
function resource(type: string, ...lines: readonly string[]): string {
  return `resource "huggingface_${type}" "this" {
  namespace = "acme"
  ${lines.join("\n  ")}
}
`;
}

/** Applies a configuration, then plans another one. */
async function edit(
  world: SpaceWorld,
  before: string,
  after: string,
): Promise<void> {
  await world.configure(before);
  assertSuccess(await world.workspace.apply());
  world.writes();
  await world.configure(after);
}

const held = {
  model: ['name = "m"'],
  dataset: ['name = "d"'],
  space: ['name = "s"', 'sdk = "static"'],
};

for (const [type, lines] of Object.entries(held)) {
  fault(`a region added to a ${type} is refused`, async (world) => {
    const { workspace } = world;
    await edit(
      world,
      resource(type, ...lines),
      resource(type, ...lines, 'region = "eu"'),
    );
    assertFailure(await workspace.plan(), "region of the");
    assertFailure(await workspace.apply(), "cannot be changed");
    assertEquals(world.writes(), []);
    const { values } = await workspace.stateResource(
      `huggingface_${type}.this`,
    );
    assert(values.region !== "eu", "the state says what was never sent");
  });
}

fault(
  "a region added to a bucket replaces it, or is refused if it holds files",
  async (world) => {
    const { workspace, client } = world;
    const address = "huggingface_bucket.this";
    const bucket = ['name = "b"'];
    const moved = resource("bucket", ...bucket, 'region = "eu"');
    await edit(world, resource("bucket", ...bucket), moved);
    assertActions(await workspace.planJson(), address, ["delete", "create"]);
    await client.buckets.batch("acme/b", [{
      type: "addFile",
      path: "a.bin",
      xetHash: "a".repeat(64),
    }]);
    assertFailure(await workspace.plan(), "It holds 1 file ");
    assertEquals(world.writes().filter((one) => !one.includes("/batch")), []);
  },
);

for (const [type, lines] of Object.entries(held)) {
  fault(`the region of a ${type} is read`, async (world) => {
    const { workspace } = world;
    await edit(
      world,
      resource(type, ...lines),
      resource(type, ...lines, 'region = "us"'),
    );
    await assertEmptyPlan(workspace);
    const address = `huggingface_${type}.this`;
    const { id } = (await workspace.stateResource(address)).values;
    assertSuccess(await workspace.run(["state", "rm", address]));
    assertSuccess(await workspace.run(["import", address, `${id}`]));
    const { values } = await workspace.stateResource(address);
    assertEquals(values.region, "us");
  });
}

fault("moving a tag leaves it in its repository", async (world) => {
  const { workspace } = world;
  const tag = (revision: string) =>
    resource("model", 'name = "m"') + `
resource "huggingface_repo_branch" "next" {
  repository = huggingface_model.this.id
  name       = "next"
}
resource "huggingface_repo_tag" "v1" {
  repository = huggingface_model.this.id
  name       = "v1"
  revision   = ${revision}
}
`;
  await edit(world, tag('"main"'), tag("huggingface_repo_branch.next.name"));
  const { change } = changeOf(
    await workspace.planJson(),
    "huggingface_repo_tag.v1",
  );
  assertEquals(change.actions, ["update"]);
  assertEquals(Object.keys(change.after_unknown), ["commit"]);
});

const job = [
  'schedule = "@daily"',
  'flavor = "cpu-basic"',
  'image = "python:3.12"',
  'command = ["echo", "1"]',
];

const additions = [
  'secrets = { TOKEN = "correct horse" }',
  "timeout_seconds = 60",
];

for (const line of additions) {
  fault(
    `${line.split(" ")[0]} added to a scheduled job replaces it`,
    async (world) => {
      const { workspace, client: { jobs: { scheduled } } } = world;
      await edit(
        world,
        resource("scheduled_job", ...job),
        resource("scheduled_job", ...job, line),
      );
      const address = "huggingface_scheduled_job.this";
      assertActions(await workspace.planJson(), address, ["delete", "create"]);
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      const [found] = await scheduled.list("acme").toArray();
      const { secrets, timeout } = found?.jobSpec ?? {};
      assert(secrets?.includes("TOKEN") || timeout === 60, "it was not sent");
    },
  );
}

fault("a template added to a Space is refused", async (world) => {
  const { workspace } = world;
  const space = ['name = "s"', 'sdk = "docker"'];
  await edit(
    world,
    resource("space", ...space),
    resource("space", ...space, 'template = "SpacesExamples/jupyterlab"'),
  );
  assertFailure(await workspace.apply(), "template of the Space acme/s");
  assertEquals(world.writes(), []);
  await world.configure(resource("space", ...space));
  await assertEmptyPlan(workspace);
});

fault("after an import, {} is nothing", async (world) => {
  const { workspace, client } = world;
  const namespace = "acme";
  const { id } = await client.jobs.scheduled.create(namespace, {
    schedule: "@daily",
    jobSpec: {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["echo", "1"],
    },
  });
  await client.endpoints.create(`${namespace}/x`, {
    type: "authenticated",
    provider: { vendor: "aws", region: "us-east-1" },
    compute: {
      accelerator: "cpu",
      instanceType: "intel-spr",
      instanceSize: "x1",
      scaling: { minReplica: 1, maxReplica: 1 },
    },
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
    },
  });
  await world.configure(
    resource("scheduled_job", ...job, "variables = {}", "labels = {}") +
      resource(
        "endpoint",
        'name = "x"',
        'compute = { instance_type = "intel-spr" }',
        'model = { repository = "gpt2", variables = {}, args = [] }',
        "tags = []",
      ),
  );
  const imports = {
    "huggingface_scheduled_job.this": `acme/${id}`,
    "huggingface_endpoint.this": "acme/x",
  };
  for (const [address, id] of Object.entries(imports)) {
    assertSuccess(await workspace.import(address, id));
  }
  world.writes();
  assertSuccess(await workspace.apply());
  assertEquals(world.writes(), []);
  await assertEmptyPlan(workspace);
});

fault(
  "a message moves a tag; a license of a model is refused",
  async (world) => {
    const { workspace } = world;
    const model = resource("model", 'name = "m"');
    const tag = (more: string) => `
resource "huggingface_repo_tag" "v1" {
  repository = huggingface_model.this.id
  name       = "v1"
  ${more}
}
`;
    await edit(world, model + tag(""), model + tag('message = "First"'));
    const plan = await workspace.planJson();
    assertActions(plan, "huggingface_repo_tag.v1", ["update"]);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    await world.configure(resource("model", 'name = "m"', 'license = "mit"'));
    const message = assertFailure(
      await workspace.plan(),
      "license of the model",
    );
    assertStringIncludes(message, "cannot be changed");
  },
);

const gated = [
  'name = "m"',
  'gated = "manual"',
  'gated_notifications_email = "a@example.com"',
  'gated_notifications_mode = "bulk"',
];

fault("what cannot be cleared stays as it is", async (world) => {
  await edit(
    world,
    resource("model", ...gated),
    resource("model", ...gated.slice(0, 2)),
  );
  await assertEmptyPlan(world.workspace);
});

fault(
  "settings that failed after a create stay planned",
  async (world) => {
    const { workspace, sandbox } = world;
    const address = "huggingface_model.this";
    await world.configure(
      resource("model", ...gated, "discussions_disabled = true"),
    );
    sandbox.addFault({
      match: { method: "PUT", path: "**/settings" },
      times: 1,
      action: { status: 403 },
    });
    assertSuccess(await workspace.apply());
    assertActions(await workspace.planJson(), address, ["update"]);
    world.writes();
    assertSuccess(await workspace.apply());
    const sent = world.requests().find(({ method }) => method === "PUT");
    assertEquals(sent?.body, {
      gated: "manual",
      gatedNotificationsEmail: "a@example.com",
      gatedNotificationsMode: "bulk",
      discussionsDisabled: true,
    });
    await assertEmptyPlan(workspace);
  },
);

acceptanceTest("what is taken out and stays is said by the plan", async () => {
  await using world = await startSpaceWorld();
  const { workspace } = world;
  const configure = (security: string, space = "", collection = "") =>
    world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization     = "acme"
  high_rate_limits = false
  ${security}
}
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "s"
  sdk       = "static"
  ${space}
}
resource "huggingface_collection" "this" {
  namespace = "acme"
  title     = "c"
  ${collection}
}
`);
  const blocks = `blocked_contents = [{ resource = "model", scope = "evil" }]`;
  await configure(blocks, `title = "T"`, `theme = "green"`);
  assertSuccess(await workspace.apply());
  await configure("");
  for (const name of ["blocked_contents", "title", "theme"]) {
    assertWarning(await workspace.apply(), `\`${name}\` stays as before`);
  }
  await configure("blocked_contents = []");
  const { stdout } = assertSuccess(await workspace.apply());
  assert(!stdout.includes("`blocked_contents` stays"), stdout);
  await configure("");
  assertWarning(await workspace.apply(), "`blocked_contents` stays as before");
});
