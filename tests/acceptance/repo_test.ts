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

/** The configuration of one repository. */
function repo(kind: string, name: string, more = ""): string {
  return `
resource "huggingface_${kind}" "this" {
  namespace = "acme"
  name      = "${name}"
  ${more}
}
`;
}

for (const kind of ["model", "dataset"] as const) {
  const address = `huggingface_${kind}.this`;

  acceptanceTest(`a ${kind} from create to destroy`, async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const info = (name: string) =>
      client.repos.get({ type: kind, id: `acme/${name}` });
    const stableId = async () =>
      (await workspace.stateResource(address)).values.repository_id;
    const changes = () =>
      world.requests().filter(({ method }) => method !== "GET");
    let id: unknown;

    await t.step(
      "the shortest configuration is private and stays so",
      async () => {
        await world.configure(repo(kind, "first"));
        const plan = await workspace.planJson();
        const change = plan.resource_changes?.[0]?.change;
        assertEquals(change?.after?.id, "acme/first");
        assertSuccess(await workspace.apply());
        await assertEmptyPlan(workspace);
        assertEquals((await info("first")).private, true);
        id = await stableId();
      },
    );

    await t.step("what restricts is sent first, what opens last", async () => {
      world.requests();
      await world.configure(repo(
        kind,
        "first",
        `
        visibility                = "public"
        gated                     = "manual"
        gated_notifications_email = "ops@example.com"`,
      ));
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      assertEquals(
        changes().map(({ method, path, body }) => [method, path, body]),
        [
          ["PUT", `/api/${kind}s/acme/first/settings`, {
            gated: "manual",
            gatedNotificationsEmail: "ops@example.com",
          }],
          ["PUT", `/api/${kind}s/acme/first/settings`, {
            visibility: "public",
          }],
        ],
      );
      await assertEmptyPlan(workspace);
    });

    await t.step(
      "what was changed outside is drift, and put right",
      async () => {
        await client.repos.update({ type: kind, id: "acme/first" }, {
          gated: false,
        });
        assertActions(await workspace.planJson(), address, ["update"]);
        assertSuccess(await workspace.apply());
        assertEquals((await info("first")).gated, "manual");
      },
    );

    await t.step(
      "renamed outside, it is followed and renamed back",
      async () => {
        await client.repos.move({ type: kind, id: "acme/first" }, "acme/other");
        assertActions(await workspace.planJson(), address, ["update"]);
        assertSuccess(await workspace.apply());
        assertEquals((await info("first"))._id, id);
      },
    );

    await t.step("a new name renames it in place", async () => {
      await world.configure(repo(
        kind,
        "second",
        `
        visibility                = "public"
        gated                     = "manual"
        gated_notifications_email = "ops@example.com"`,
      ));
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      assertEquals(await stableId(), id);
      await assertEmptyPlan(workspace);
    });

    await t.step("imported by URL, with an empty plan", async () => {
      const prefix = kind === "model" ? "" : `${kind}s/`;
      const url = `https://huggingface.co/${prefix}acme/second`;
      await world.configure(repo(
        kind,
        "second",
        `
        visibility = "public"
        gated      = "manual"`,
      ));
      assertSuccess(await workspace.run(["state", "rm", address]));
      assertSuccess(
        await workspace.run(["import", "-no-color", address, url]),
      );
      assertEquals(await stableId(), id);
      await assertEmptyPlan(workspace);
    });

    await t.step(
      "an import of something else is refused with the format",
      async () => {
        assertSuccess(await workspace.run(["state", "rm", address]));
        for (const wrong of ["second", "https://evil.example/acme/second"]) {
          assertFailure(
            await workspace.run(["import", "-no-color", address, wrong]),
            `such as \`acme/my-${kind}\``,
          );
        }
      },
    );

    await t.step(
      "a name that exists is an error that shows the import",
      async () => {
        assertFailure(
          await workspace.apply(),
          `terraform import ADDRESS acme/second`,
        );
        assertSuccess(
          await workspace.run(["import", "-no-color", address, "acme/second"]),
        );
      },
    );

    await t.step(
      "destroyed by mistake, it is kept, and the plan says so",
      async () => {
        assertWarning(
          await workspace.destroy(),
          "acme/second stays on the Hub",
        );
        assertEquals((await info("second"))._id, id);
      },
    );

    await t.step("destroyed on purpose, it is deleted", async () => {
      await world.configure(repo(
        kind,
        "second",
        `
        visibility = "public"
        gated      = "manual"
        on_destroy = "delete"`,
      ));
      assertSuccess(
        await workspace.run(["import", "-no-color", address, "acme/second"]),
      );
      assertSuccess(await workspace.apply());
      assertSuccess(await workspace.destroy());
      assertEquals(
        await client.repos.exists({ type: kind, id: "acme/second" }),
        false,
      );
    });
  });
}

acceptanceTest(
  "a model whose region changes is not replaced by mistake",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(repo("model", "m", 'region = "us"'));
    assertSuccess(await workspace.apply());
    await world.configure(repo("model", "m", 'region = "eu"'));
    const message = assertFailure(await workspace.plan(), "cannot be changed");
    assertStringIncludes(message, 'set `on_destroy = "delete"`');
  },
);

acceptanceTest("100 models are refreshed from pages of the list", async () => {
  await using world = await startSpaceWorld();
  const { workspace } = world;
  await world.configure(`
resource "huggingface_model" "many" {
  count     = 100
  namespace = "acme"
  name      = "m-\${count.index}"
}
`);
  assertSuccess(await workspace.apply());
  // Answers take their time, so that reads come while others wait.
  world.sandbox.addFault({
    match: { method: "GET" },
    times: 1_000,
    action: { delay_ms: 300 },
  });
  world.requests();
  await assertEmptyPlan(workspace);
  const count = world.requests().length;
  assert(count < 50, `${count} requests`);
});

acceptanceTest(
  "data sources tell of repositories and revisions",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const model = { type: "model", id: "acme/m" } as const;
    for (const name of ["m", "n"]) {
      await client.repos.create({ type: "model", id: `acme/${name}` }, {
        visibility: "public",
      });
    }
    const { commitOid } = await client.files.commit(model, {
      summary: "First",
      operations: [{ path: "a/config.json", content: "{}" }],
    });
    await client.refs.createTag(model, "v1");
    await world.configure(`
data "huggingface_model" "one" {
  repository = "acme/m"
}
data "huggingface_repo_revision" "tag" {
  repository = "acme/m"
  revision   = "v1"
}
output "found" {
  value = {
    sha     = data.huggingface_model.one.sha
    private = data.huggingface_model.one.private
    commit  = data.huggingface_repo_revision.tag.commit
  }
}
`);
    assertSuccess(await workspace.apply());
    const { stdout } = assertSuccess(
      await workspace.run(["output", "-json", "found"]),
    );
    assertEquals(JSON.parse(stdout), {
      sha: commitOid,
      private: false,
      commit: commitOid,
    });

    await world.configure(`
data "huggingface_repo_revision" "tag" {
  repository = "acme/m"
  revision   = "v2"
}
`);
    assertFailure(await workspace.plan(), "has no such branch, tag or commit");
  },
);
