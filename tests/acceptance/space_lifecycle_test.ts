import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  takeSteps,
  whyNot,
} from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { spaceIs, startSpaceWorld } from "../support/space_world.ts";

const address = "huggingface_space.this";

acceptanceTest(
  "a Space of name and sdk applies, imports in two forms, and goes",
  async () => {
    await using world = await startSpaceWorld({}, { launch: "started" });
    const { workspace } = world;
    await world.configure(`
resource "huggingface_space" "this" {
  name = "demo"
  sdk  = "gradio"
}
`);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { values } = await workspace.stateResource(address);
    assertEquals(values["id"], "sandbox/demo");
    assertMatch(String(values["space_id"]), /^[0-9a-f]{24}$/);
    assertEquals(values["visibility"], "private");
    assertEquals(values["hardware"], "cpu-basic");
    assertEquals(values["stage"], "NO_APP_FILE");
    assertEquals(values["url"], `${world.url}/spaces/sandbox/demo`);
    assertEquals(values["app_url"], "https://sandbox-demo.hf.space");
    for (
      const id of [
        "sandbox/demo",
        "https://huggingface.co/spaces/sandbox/demo",
      ]
    ) {
      assertSuccess(await workspace.run(["state", "rm", address]));
      assertSuccess(await workspace.import(address, id));
      await assertEmptyPlan(workspace);
    }
    assertFailure(
      await workspace.import("huggingface_space.other", "demo"),
      /(no ID of a Space|does not exist)/,
    );
    assertSuccess(await workspace.destroy());
    assertEquals(await spaceIs(world, "sandbox/demo"), undefined);
    assertEquals(await workspace.stateResources(), []);
  },
);

acceptanceTest(
  "a Space with everything is created by one request and one commit",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    await client.buckets.create("acme/data");
    await client.repos.create({ type: "model", id: "acme/model" });
    world.writes();
    await world.configure(everything);
    assertSuccess(await workspace.apply());
    assertEquals(world.writes(), [
      "POST /api/repos/create",
      "POST /api/spaces/acme/full/replicas",
      "POST /api/spaces/acme/full/commit/main",
    ]);
    await assertEmptyPlan(workspace);
    const { values } = await workspace.stateResource(address);
    assertEquals(values["stage"], "RUNNING");
    assertEquals(values["hardware_current"], "t4-small");
    assertEquals(values["secrets_wo"], null);
    const readme = await client.files.read(
      { type: "space", id: "acme/full" },
      "README.md",
    );
    assertMatch(readme, /title: "A title"/);
    assertMatch(readme, /sdk: "docker"/);
    const state = await workspace.read("terraform.tfstate");
    assert(!state.includes("not in the state"), "a secret is in the state");
    const plan = await workspace.planJson({ args: ["-destroy"] });
    assertActions(plan, address, ["delete"]);
  },
);

const everything = `
resource "huggingface_space" "this" {
  namespace         = "acme"
  name              = "full"
  sdk               = "docker"
  visibility        = "protected"
  title             = "A title"
  short_description = "What it is for"
  license           = "mit"
  hardware          = "t4-small"
  sleep_time        = 3600
  replicas          = 2
  dev_mode          = true
  region            = "eu"

  volumes = [
    { type = "bucket", source = "acme/data", mount_path = "/data" },
    { type = "model", source = "acme/model", mount_path = "/model", path = "a" },
  ]
  variables = { MODE = "fast", EMPTY = "" }
  secrets   = { TOKEN = "a \\"quoted\\"\\nsecret" }
  secrets_wo = { HIDDEN = "not in the state" }
  secrets_wo_version = 1
  files = {
    "Dockerfile" = "FROM python:3.13"
    "app/main.py" = "print('hello')"
  }
}
`;

testIf({
  name: "a Space is imported by its stable id alone",
  skipped: await whyNot({ terraform: "1.12", tofu: "1.12" }),
  fn: async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const { id } = await client.repos.create(
      { type: "space", id: "acme/demo" },
      { sdk: "static", visibility: "private" },
    );
    await takeSteps(workspace, [{
      config: `
import {
  to       = huggingface_space.this
  identity = { space_id = "${id}" }
}
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "demo"
  sdk       = "static"
}
`,
      plan: { resources: { [address]: { action: "no-op", imported: true } } },
      state: { [address]: { id: "acme/demo" } },
    }]);
  },
});
