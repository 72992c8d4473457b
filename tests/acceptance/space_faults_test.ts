import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { outputOf } from "./endpoint_support.ts";
import { spaceIs, spaceRef, startSpaceWorld } from "../support/space_world.ts";

// The numbers are those of the faults of `strickvl/huggingface-spaces`.

const address = "huggingface_space.this";

function spaceWith(text: string): string {
  return `
resource "huggingface_space" "this" {
${text}
}
`;
}

acceptanceTest("Spaces: faults 1, 2, 4 to 10, 12 and 13", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client, sandbox } = world;
  const full = spaceWith(`
  namespace = "acme"
  name      = "one"
  sdk       = "docker"
  secrets   = { A = ${JSON.stringify('say "hi"\nthere \\ ok')}, B = "b-value" }
  variables = { MODE = "fast", LEVEL = "1" }
`);

  await t.step(
    "1: name and sdk are enough, and the plan is empty",
    async () => {
      await world.configure(full);
      const plan = assertSuccess(
        await workspace.run(["plan", "-no-color", "-input=false"]),
      );
      assert(!plan.stdout.includes("b-value"), "12: a secret is in the plan");
      assertStringIncludes(plan.stdout, "(sensitive value)");
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
    },
  );

  await t.step("3, 4, 13: secrets go along whole, nothing as empty", () => {
    const [create] = sandbox.requests.filter(({ path }) =>
      path === "/api/repos/create"
    );
    assertEquals(create?.body, {
      type: "space",
      name: "one",
      organization: "acme",
      visibility: "private",
      sdk: "docker",
      variables: [{ key: "LEVEL", value: "1" }, { key: "MODE", value: "fast" }],
      secrets: [
        { key: "A", value: 'say "hi"\nthere \\ ok' },
        { key: "B", value: "b-value" },
      ],
    });
  });

  await t.step("9: one changed variable is one request", async () => {
    await client.spaces.setSecret("acme/one", { key: "HAND", value: "x" });
    world.requests();
    await world.configure(full.replace('"fast"', '"slow"'));
    assertSuccess(await workspace.apply());
    assertEquals(world.writes(), ["POST /api/spaces/acme/one/variables"]);
    const secrets = await client.spaces.getSecrets("acme/one");
    assertEquals(Object.keys(secrets).sort(), ["A", "B", "HAND"]);
  });

  const renamed = spaceWith(`
  namespace  = "acme"
  name       = "two"
  sdk        = "docker"
  visibility = "public"
  secrets    = { A = "changed" }
  variables  = { MODE = "fast" }
`);
  await t.step(
    "5, 6: a rename with other changes goes to the new name",
    async () => {
      const before =
        (await workspace.stateResource(address)).values["space_id"];
      world.requests();
      await world.configure(renamed);
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), [
        "POST /api/repos/move",
        "POST /api/spaces/acme/two/secrets",
        "DELETE /api/spaces/acme/two/secrets",
        "POST /api/spaces/acme/two/variables",
        "DELETE /api/spaces/acme/two/variables",
        "PUT /api/spaces/acme/two/settings",
      ]);
      await assertEmptyPlan(workspace);
      const { values } = await workspace.stateResource(address);
      assertEquals(values["space_id"], before);
      assertEquals(values["id"], "acme/two");
      const info = await client.repos.get(spaceRef("acme/two"));
      assertEquals([info._id, info.private], [before, false]);
    },
  );

  await t.step(
    "8: secrets removed from the configuration are removed",
    async () => {
      await world.configure(renamed.replace(/secrets.*\n/, ""));
      assertSuccess(await workspace.apply());
      const secrets = await client.spaces.getSecrets("acme/two");
      assertEquals(Object.keys(secrets), ["HAND"], "set by hand, left alone");
      await assertEmptyPlan(workspace);
    },
  );

  await t.step(
    "7: another sdk would lose the files, and is refused",
    async () => {
      await world.configure(
        renamed.replace(/secrets.*\n/, "").replace('"docker"', '"gradio"'),
      );
      assertFailure(await workspace.plan(), "sdk of the Space acme/two");
      await world.configure(renamed.replace(/secrets.*\n/, ""));
    },
  );

  await t.step("10: an import knows everything at once", async () => {
    assertSuccess(await workspace.run(["state", "rm", address]));
    assertSuccess(await workspace.import(address, "acme/two"));
    const { values } = await workspace.stateResource(address);
    assertEquals(values["variables"], { MODE: "fast" });
    assertEquals(values["visibility"], "public");
    await assertEmptyPlan(workspace);
  });

  await t.step(
    "2: what somebody deletes is seen, and destroy is content",
    async () => {
      await client.repos.delete(spaceRef("acme/two"));
      assertActions(await workspace.planJson(), address, ["create"]);
      assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
      assertEquals(await workspace.stateResources(), []);
    },
  );
});

acceptanceTest("Spaces: faults 3, 11, 12 and 14", async (t) => {
  await using world = await startSpaceWorld({ createMs: 30 });
  const { workspace, client, sandbox } = world;

  await t.step(
    "3: what was created is kept when a later step fails",
    async () => {
      await world.configure(`
resource "huggingface_space" "this" {
  name    = "half"
  sdk     = "docker"
  secrets = { TOKEN = "x" }
  files   = { "Dockerfile" = "FROM scratch" }
}
`);
      sandbox.addFault({
        match: { method: "POST", path: "/commit/" },
        action: { status: 400, body: { error: "Invalid file" } },
        times: 1,
      });
      const message = outputOf(assertSuccess(await workspace.apply()));
      assertStringIncludes(message, "Invalid file");
      assertStringIncludes(message, "Cannot commit to the Space sandbox/half");
      const { values } = await workspace.stateResource(address);
      assertEquals(values["id"], "sandbox/half");
      assertMatch(String(values["space_id"]), /^[0-9a-f]{24}$/);
      assertSuccess(await workspace.apply());
      assertEquals(
        await client.files.read(spaceRef("sandbox/half"), "Dockerfile"),
        "FROM scratch",
      );
      const after = await workspace.stateResource(address);
      assertEquals(after.values["space_id"], values["space_id"]);
      await assertEmptyPlan(workspace);
    },
  );

  await t.step(
    "14: ten at a time are created one after the other",
    async () => {
      await world.configure(`
resource "huggingface_space" "many" {
  count = 10
  name  = "many-\${count.index}"
  sdk   = "static"
}

data "huggingface_space" "one" {
  name       = huggingface_space.many[3].name
  depends_on = [huggingface_space.many]
}

data "huggingface_space_hardware" "all" {}
data "huggingface_whoami" "me" {}

output "hardware" {
  value = { for h in data.huggingface_space_hardware.all.hardware : h.name => h.price_per_hour }
}
output "me" { value = data.huggingface_whoami.me.name }
output "orgs" { value = join(",", data.huggingface_whoami.me.organizations[*].name) }
output "one" {
  value = "\${data.huggingface_space.one.id} \${data.huggingface_space.one.stage} \${data.huggingface_space.one.sdk}"
}
`);
      assertSuccess(await workspace.apply());
      assertEquals(await spaceIs(world, "sandbox/half"), undefined);
      const creates = sandbox.requests.filter(({ path }) =>
        path === "/api/repos/create"
      );
      assertEquals(creates.filter(({ status }) => status === 409), []);
      await assertEmptyPlan(workspace);
    },
  );

  await t.step("11: data sources read what the Hub answers today", async () => {
    const output = await workspace.run(["output", "-json"]);
    const outputs = JSON.parse(output.stdout);
    assertEquals(outputs.one.value, "sandbox/many-3 RUNNING static");
    assertEquals(outputs.hardware.value["t4-small"], 0.4);
    assertEquals(outputs.hardware.value["cpu-basic"], 0);
    assertEquals(outputs.me.value, "sandbox");
    assertEquals(outputs.orgs.value, "acme");
  });

  await t.step("a name that is taken is not taken over", async () => {
    await client.repos.create({ type: "space", id: "taken" }, {
      sdk: "static",
    });
    await world.configure(`
resource "huggingface_space" "this" {
  name = "taken"
  sdk  = "static"
}
`);
    const message = assertFailure(await workspace.apply(), "exists already");
    assertStringIncludes(
      message,
      "terraform import ADDRESS sandbox/taken",
    );
  });
});
