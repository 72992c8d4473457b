import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

function bucket(more = ""): string {
  return `
resource "huggingface_bucket" "this" {
  namespace = "acme"
  name      = "checkpoints"
  ${more}
}
`;
}

acceptanceTest("a bucket from create to destroy", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const address = "huggingface_bucket.this";
  const id = "acme/checkpoints";

  await t.step(
    "the shortest configuration is private and stays so",
    async () => {
      await world.configure(bucket());
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      assertEquals((await client.buckets.get(id)).private, true);
    },
  );
  await t.step("changed in place, and drift is put right", async () => {
    await world.configure(bucket('visibility = "public"'));
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    await client.buckets.update(id, { private: true });
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    assertEquals((await client.buckets.get(id)).private, false);
  });
  await t.step("imported by its page, with an empty plan", async () => {
    assertSuccess(await workspace.run(["state", "rm", address]));
    assertFailure(await workspace.apply(), `terraform import ADDRESS ${id}`);
    assertSuccess(
      await workspace.run([
        ...["import", "-no-color", address],
        `https://huggingface.co/buckets/${id}`,
      ]),
    );
    await assertEmptyPlan(workspace);
  });
  await t.step("what holds files is not destroyed by mistake", async () => {
    await client.buckets.batch(id, [{
      type: "addFile",
      path: "a/step-1.bin",
      xetHash: "a".repeat(64),
    }]);
    assertFailure(await workspace.destroy(), "holds `a");
    assertEquals((await client.buckets.get(id)).totalFiles, 1);
    await world.configure(
      bucket('visibility = "public"\n  on_destroy = "delete"'),
    );
    assertSuccess(await workspace.apply());
    assertSuccess(await workspace.destroy());
    assertEquals(await client.buckets.list("acme").toArray(), []);
  });
});

function job(more = "", schedule = "0 3 * * 1"): string {
  return `
resource "huggingface_scheduled_job" "this" {
  namespace = "acme"
  schedule  = "${schedule}"
  flavor    = "cpu-basic"
  image     = "python:3.12"
  command   = ["python", "-c", "print(1)"]
  ${more}
}
`;
}

acceptanceTest("a scheduled job from create to destroy", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client: { jobs: { scheduled } } } = world;
  const address = "huggingface_scheduled_job.this";
  const only = async () => {
    const [found, ...more] = await scheduled.list("acme").toArray();
    assertEquals(more, []);
    assert(found !== undefined, "there is no scheduled job");
    return found;
  };

  await t.step("created, and planned empty", async () => {
    await world.configure(job());
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  });
  await t.step("schedule and labels change in place", async () => {
    const { id } = await only();
    await world.configure(job('labels = { name = "nightly" }', "@daily"));
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    const { id: after, schedule, jobSpec } = await only();
    assertEquals([after, schedule, jobSpec.labels], [
      id,
      "@daily",
      { name: "nightly" },
    ]);
    await assertEmptyPlan(workspace);
  });
  await t.step("suspended outside, it is resumed", async () => {
    await scheduled.suspend(`acme/${(await only()).id}`);
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    assertEquals((await only()).suspend, false);
  });
  await t.step(
    "another command replaces it, and so do other secrets",
    async () => {
      const more = 'labels = { name = "nightly" }';
      await world.configure(
        job(more, "@daily").replace("print(1)", "print(2)"),
      );
      assertActions(await workspace.planJson(), address, ["delete", "create"]);
      await world.configure(job(
        `${more}
  secrets_wo         = { TOKEN = "correct horse" }
  secrets_wo_version = "1"`,
        "@daily",
      ));
      assertSuccess(await workspace.apply({ args: ["-replace", address] }));
      assertEquals((await only()).jobSpec.secrets, ["TOKEN"]);
      assert(
        !(await workspace.read("terraform.tfstate")).includes("correct horse"),
      );
      await assertEmptyPlan(workspace);
    },
  );
  await t.step("after an import its secrets replace nothing", async () => {
    const { id } = await only();
    assertSuccess(await workspace.run(["state", "rm", address]));
    assertSuccess(
      await workspace.run(["import", "-no-color", address, `acme/${id}`]),
    );
    const plan = await workspace.plan();
    assertWarning({ ...plan, code: 0 }, "is taken as it is configured");
    assertStringIncludes(plan.stdout, "0 to add, 1 to change, 0 to destroy");
    assertSuccess(await workspace.apply());
    assertEquals((await only()).id, id);
    await assertEmptyPlan(workspace);
  });
  await t.step("a create whose answer is lost is not done twice", async () => {
    assertSuccess(await workspace.destroy());
    assertEquals(await scheduled.list("acme").toArray(), []);
    world.sandbox.addFault({
      match: { method: "POST", path: "**/api/scheduled-jobs/acme" },
      action: { close: "after" },
    });
    assertWarning(await workspace.apply(), "was lost");
    await only();
    await assertEmptyPlan(workspace);
  });
});

const refused: [schedule: string][] = [
  ["every day"],
  ["0 3 * *"],
  ["0 3 * * MON"],
  ["@reboot"],
  ["60 3 * * *"],
  ["0 24 * * *"],
  ["0 3 32 * *"],
  ["0 3 1 13 *"],
  ["0 3 * * 8"],
  ["*/0 3 * * *"],
];

acceptanceTest("a schedule that is none is found at plan", async () => {
  await using world = await startSpaceWorld();
  for (const [schedule] of refused) {
    await world.configure(job("", schedule));
    assertFailure(await world.workspace.plan(), "within their ranges");
  }
});

acceptanceTest("a data source tells of hardware", async () => {
  await using world = await startSpaceWorld();
  const { workspace } = world;
  await world.configure(`
data "huggingface_job_hardware" "all" {}
output "price" {
  value = data.huggingface_job_hardware.all.hardware["cpu-basic"].price_per_hour
}
`);
  assertSuccess(await workspace.apply());
  const { stdout } = assertSuccess(
    await workspace.run(["output", "-json", "-no-color"]),
  );
  const { price } = JSON.parse(stdout);
  assert(price.value > 0 && price.value < 1, `${price.value}`);
});
