import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { control } from "../support/sandbox_server.ts";
import { assert, assertEquals } from "@std/assert";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const address = "huggingface_webhook.this";

/** A configuration of one webhook; `more` are further arguments. */
function webhook(more: string, watched = "acme/model"): string {
  return `
resource "huggingface_webhook" "this" {
  watched = [
    { type = "org", name = "acme" },
    { type = "model", name = "${watched}" },
  ]
  domains = ["repo", "discussion"]
  ${more}
}
`;
}

const target = `url = "https://example.com/hook"`;

acceptanceTest("a webhook from create to destroy", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, sandbox, client } = world;
  const only = async () => {
    const [found, ...more] = await client.webhooks.list().toArray();
    assertEquals(more, []);
    assert(found !== undefined, "there is no webhook");
    world.requests();
    return found;
  };
  const path = async () => `/api/settings/webhooks/${(await only()).id}`;

  await t.step("created, with its secret kept out of the state", async () => {
    await world.configure(webhook(`${target}
      secret_wo = "first-secret"
      secret_wo_version = 1`));
    assertSuccess(await workspace.apply());
    const { hasSecret, disabled, url } = await only();
    assertEquals([hasSecret, disabled, url], [
      true,
      false,
      "https://example.com/hook",
    ]);
    assert(
      !(await workspace.read("terraform.tfstate")).includes("first-secret"),
    );
    await assertEmptyPlan(workspace);
  });

  await t.step("changed with one request, the secret included", async () => {
    const at = await path();
    await world.configure(webhook(
      `${target}
      secret_wo = "first-secret"
      secret_wo_version = 1`,
      "acme/other",
    ));
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    const [request, ...rest] = world.requests().filter(({ method }) =>
      method !== "GET"
    );
    assertEquals([request?.path, rest.length], [at, 0]);
    assertEquals(request?.body, {
      watched: [
        { name: "acme", type: "org" },
        { name: "acme/other", type: "model" },
      ],
      domains: ["discussion", "repo"],
      url: "https://example.com/hook",
      secret: "first-secret",
    });
  });

  await t.step(
    "the secret is sent again when its version changes",
    async () => {
      const at = await path();
      await world.configure(webhook(
        `${target}
      secret_wo = "second-secret"
      secret_wo_version = 2`,
        "acme/other",
      ));
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), [`POST ${at}`]);
      await assertEmptyPlan(workspace);
    },
  );

  await t.step("suspended by the service: switched on again", async () => {
    const at = await path();
    const { id } = await only();
    const answer = await control(world, `webhooks/${id}`, {
      method: "PATCH",
      body: { disabled: "suspended-after-failure" },
    });
    await answer.body?.cancel();
    const plan = await workspace.planJson();
    assertActions(plan, address, ["update"]);
    assertSuccess(await workspace.applyPlan());
    assertEquals(world.writes(), [`POST ${at}/enable`]);
    await assertEmptyPlan(workspace);
  });

  await t.step("switched off in place", async () => {
    const at = await path();
    await world.configure(webhook(
      `${target}
      enabled = false
      secret_wo = "second-secret"
      secret_wo_version = 2`,
      "acme/other",
    ));
    assertSuccess(await workspace.apply());
    assertEquals(world.writes(), [`POST ${at}/disable`]);
    await assertEmptyPlan(workspace);
  });

  await t.step("imported: nothing is lost without a word", async () => {
    const { id } = await only();
    assertSuccess(await workspace.run(["state", "rm", address]));
    await world.configure(webhook(`${target}\nenabled = false`, "acme/other"));
    assertSuccess(await workspace.run(["import", "-input=false", address, id]));
    await assertEmptyPlan(workspace);
    await world.configure(webhook(`${target}\nenabled = false`));
    assertFailure(
      await workspace.plan(),
      "has a secret that this configuration does not have",
    );
    await world.configure(webhook(
      `${target}\nenabled = false\nsecret = "third"`,
    ));
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    world.requests();
    await world.configure(webhook(`${target}\nenabled = false`));
    assertSuccess(await workspace.apply());
    assertEquals((await only()).hasSecret, false);
    await assertEmptyPlan(workspace);
  });

  await t.step("deleted outside: planned anew", async () => {
    await client.webhooks.delete((await only()).id);
    assertActions(await workspace.planJson(), address, ["create"]);
    assertSuccess(await workspace.apply());
  });

  await t.step("destroyed", async () => {
    const { id } = await only();
    assertSuccess(await workspace.destroy());
    assertEquals(await client.webhooks.list().toArray(), []);
    assertFailure(
      await workspace.run(["import", "-input=false", address, id]),
      `Cannot import the webhook ${id}`,
    );
    assertFailure(
      await workspace.run(["import", "-input=false", address, "my-hook"]),
      "It must be 24 hex digits",
    );
    sandbox.clearRequests();
  });
});

acceptanceTest("a webhook needs one target", async () => {
  await using world = await startSpaceWorld();
  const { workspace } = world;
  await world.configure(webhook(""));
  assertFailure(await workspace.plan(), "job_id");
  await world.configure(webhook(`${target}\njob_id = "x"`));
  assertFailure(await workspace.plan(), "job_id");
});

acceptanceTest("another secret leaves the webhook with one", async () => {
  await using world = await startSpaceWorld();
  const { workspace } = world;
  await world.configure(webhook(`${target}\n  secret = "first-secret"`));
  assertSuccess(await workspace.apply());
  await world.configure(webhook(`${target}\n  secret = "second-secret"`));
  const { resource_changes: [change] = [] } = await workspace.planJson();
  assertEquals(change?.change.actions, ["update"]);
  assertEquals(change?.change.after?.["has_secret"], true);
  assertSuccess(await workspace.apply());
  await assertEmptyPlan(workspace);
});

acceptanceTest(
  "an import says what of a job no answer shows",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const { id } = await client.webhooks.create({
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      job: {
        flavor: "cpu-basic",
        dockerImage: "python:3.12",
        command: ["true"],
        attempts: 2,
      },
    });
    await world.configure(webhook(`job = {
    flavor  = "cpu-basic"
    image   = "python:3.12"
    command = ["true"]
  }`));
    const result = await workspace.run(["import", "-no-color", address, id]);
    assertSuccess(result);
    assertWarning(result, /does not show .*`job\.attempts`/);
  },
);

acceptanceTest(
  "a password in the URL is warned of, and in no error",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    const protectedBy = (label: string) => `
resource "huggingface_webhook" "${label}" {
  watched = [{ type = "org", name = "acme" }]
  domains = ["repo"]
  url     = "https://user:password@example.com/"
}
`;
    await world.configure(protectedBy("this"));
    assertWarning(
      await workspace.apply(),
      "The URL has a name or password in it",
    );
    await world.configure(protectedBy("this") + protectedBy("other"));
    assertFailure(
      await workspace.apply(),
      /^.*Webhook for https:\/\/example\.com\/ exists already/m,
    );
  },
);

acceptanceTest(
  "what somebody changes after the plan is not undone by an update of the whole",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { webhooks } } = world;
    await world.configure(webhook(target));
    assertSuccess(await workspace.apply());
    const [made] = await webhooks.list().toArray();
    assert(made !== undefined);
    await world.configure(webhook(`url = "https://example.com/other"`));
    assertEquals((await workspace.plan()).code, 2);
    const { id, watched, url } = made;
    assert(url !== null && watched !== undefined);
    await webhooks.update(id, { watched, url, domains: ["repo"] });
    world.writes();

    assertFailure(
      await workspace.applyPlan(),
      `Somebody changed the webhook ${id} after the plan`,
    );
    assertEquals(world.writes(), []);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { domains } = await webhooks.get(id);
    assertEquals(domains?.toSorted(), ["discussion", "repo"]);
  },
);
