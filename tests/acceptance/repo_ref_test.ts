import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  changeOf,
} from "@hf-terraform/framework/testing";
import type { RepoRef } from "../../mod.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const model: RepoRef = { type: "model", id: "acme/m" };

/** The configuration of one branch or tag. */
function ref(kind: string, name: string, more = "", repo = "acme/m"): string {
  return `
resource "huggingface_repo_${kind}" "this" {
  repository = "${repo}"
  name       = "${name}"
  ${more}
}
`;
}

async function startWithModel(): Promise<SpaceWorld> {
  const world = await startSpaceWorld();
  await world.client.repos.create({ type: "model", id: "acme/m" });
  world.requests();
  return world;
}

/** Makes a commit on a branch and tells its hash. */
async function commit(
  { client }: SpaceWorld,
  content: string,
  repo = model,
): Promise<string> {
  const { commitOid } = await client.files.commit(repo, {
    summary: content,
    operations: [{ path: "file.txt", content }],
  });
  return commitOid ?? "";
}

async function refs({ client }: SpaceWorld, repo = model) {
  const { branches, tags } = await client.refs.get(repo);
  const byName = (list: typeof branches) =>
    Object.fromEntries(
      list.map(({ name, targetCommit }) => [name, targetCommit]),
    );
  return { branches: byName(branches), tags: byName(tags) };
}

acceptanceTest("a branch from create to destroy", async (t) => {
  await using world = await startWithModel();
  const { workspace, client } = world;
  const address = "huggingface_repo_branch.this";
  const first = await commit(world, "one");
  await commit(world, "two");
  const importIt = (id: string) =>
    workspace.run(["import", "-no-color", "-input=false", address, id]);

  await t.step("made of a revision, with a slash in its name", async () => {
    await world.configure(
      ref("branch", "release/v1", `revision = "${first}"`),
    );
    assertEquals(
      changeOf(await workspace.planJson(), address).change.after?.id,
      "acme/m/branch/release/v1",
    );
    assertSuccess(await workspace.apply());
    assertEquals((await refs(world)).branches["release/v1"], first);
    await assertEmptyPlan(workspace);
  });

  await t.step("a moved head is no drift", async () => {
    const { commitOid } = await client.files.commit(model, {
      summary: "more",
      revision: "release/v1",
      operations: [{ path: "more.txt", content: "more" }],
    });
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.apply({ args: ["-refresh-only"] }));
    const { values } = await workspace.stateResource(address);
    assertEquals(values.commit, commitOid);
  });

  await t.step("where it started counts no longer", async () => {
    await world.configure(ref("branch", "release/v1", `revision = "main"`));
    world.requests();
    assertFailure(await workspace.plan(), "revision of the branch acme/m");
    assertEquals(world.writes(), []);
  });

  await t.step("imported by id and by URL, with an empty plan", async () => {
    await world.configure(ref("branch", "release/v1"));
    const url = "https://huggingface.co/acme/m/tree/release%2Fv1";
    for (const id of ["acme/m/branch/release/v1", url]) {
      assertSuccess(await workspace.run(["state", "rm", address]));
      assertSuccess(await importIt(id));
      await assertEmptyPlan(workspace);
    }
    assertSuccess(await workspace.run(["state", "rm", address]));
    for (const wrong of ["acme/m", "acme/m/tag/release/v1", "release/v1"]) {
      assertFailure(
        await importIt(wrong),
        "such as `acme/my-model/branch/v1`",
      );
    }
  });

  await t.step("one that exists is not adopted in silence", async () => {
    assertFailure(
      await workspace.apply(),
      "terraform import ADDRESS acme/m/branch/release/v1",
    );
    assertSuccess(await importIt("acme/m/branch/release/v1"));
  });

  await t.step("deleted outside: planned anew", async () => {
    await client.refs.deleteBranch(model, "release/v1");
    assertActions(await workspace.planJson(), address, ["create"]);
    assertSuccess(await workspace.apply());
  });

  await t.step("kept on the Hub, then destroyed", async () => {
    await world.configure(
      ref("branch", "release/v1", 'on_destroy = "keep"'),
    );
    assertSuccess(await workspace.apply());
    assertSuccess(await workspace.destroy());
    assert("release/v1" in (await refs(world)).branches);
    assertSuccess(await importIt("acme/m/branch/release/v1"));
    await world.configure(ref("branch", "release/v1"));
    assertSuccess(await workspace.apply());
    assertSuccess(await workspace.destroy());
    assertEquals(Object.keys((await refs(world)).branches), ["main"]);
  });

  await t.step("`main` is not destroyed by mistake", async () => {
    await world.configure(ref("branch", "main"));
    assertSuccess(await importIt("acme/m/branch/main"));
    assertFailure(await workspace.destroy(), "main cannot be deleted");
  });
});

acceptanceTest("a tag from create to destroy", async (t) => {
  await using world = await startWithModel();
  const { workspace, client } = world;
  const address = "huggingface_repo_tag.this";
  const first = await commit(world, "one");
  const second = await commit(world, "two");

  await t.step("of a commit, which is known at plan", async () => {
    await world.configure(ref("tag", "v1", `revision = "${first}"`));
    const { after } = changeOf(await workspace.planJson(), address).change;
    assertEquals([after?.id, after?.commit], ["acme/m/tag/v1", first]);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  });

  await t.step("moved by somebody else: put back", async () => {
    await client.refs.deleteTag(model, "v1");
    await client.refs.createTag(model, "v1", { revision: second });
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.applyPlan());
    assertEquals((await refs(world)).tags.v1, first);
  });

  await t.step("moved by the configuration", async () => {
    await world.configure(
      ref("tag", "v1", `revision = "${second}"\nmessage = "out"`),
    );
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.applyPlan());
    assertEquals((await refs(world)).tags.v1, second);
    await assertEmptyPlan(workspace);
  });

  await t.step("imported: what nobody can know replaces nothing", async () => {
    const id = "acme/m/tag/v1";
    for (
      const [revision, actions] of [
        [second, ["update"]],
        ["main", ["update"]],
        [first, ["update"]],
      ] as const
    ) {
      assertSuccess(await workspace.run(["state", "rm", address]));
      assertSuccess(await workspace.run(["import", "-no-color", address, id]));
      await world.configure(
        ref("tag", "v1", `revision = "${revision}"\nmessage = "out"`),
      );
      assertActions(await workspace.planJson(), address, actions);
    }
    await world.configure(ref("tag", "v1"));
    await assertEmptyPlan(workspace);
  });

  await t.step("moved away from a branch: a warning", async () => {
    await client.refs.deleteTag(model, "v1");
    await client.refs.createTag(model, "v1", { revision: first });
    assertWarning(await workspace.plan(), `and now to ${first}`);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  });

  await t.step("destroyed", async () => {
    assertSuccess(await workspace.destroy());
    assertEquals((await refs(world)).tags, {});
  });

  await t.step("of a revision that is not there", async () => {
    await world.configure(ref("tag", "v1", `revision = "nothing"`));
    const message = assertFailure(await workspace.apply(), "revision");
    assertStringIncludes(message, "Cannot create the tag acme/m/tag/v1");
  });
});

acceptanceTest(
  "the names of branches and tags are checked at plan",
  async () => {
    await using world = await startWithModel();
    const { workspace } = world;
    const wrong = [
      "a b",
      "a..b",
      "/a",
      "a/",
      "-a",
      "a.lock",
      "refs/tags/v1",
      "HEAD",
      "0123456789abcdef0123456789abcdef01234567",
    ];
    for (const name of wrong) {
      await world.configure(ref("tag", name));
      assertFailure(await workspace.plan(), "a name that Git allows for a tag");
    }
    await world.configure(ref("branch", "v1", "", "m"));
    assertFailure(await workspace.plan(), "namespace/name");
    assertEquals(world.requests(), []);
  },
);

acceptanceTest(
  "branches and tags follow their repository, not its name",
  async (t) => {
    await using world = await startWithModel();
    const { workspace, client } = world;
    await commit(world, "one");
    const both = (repo: string) =>
      ref("branch", "b", "", repo) +
      ref("tag", "v1", "", repo);
    await world.configure(both("acme/m"));
    assertSuccess(await workspace.apply());

    await t.step("renamed in the same configuration: in place", async () => {
      await client.repos.move(model, "acme/renamed");
      await assertEmptyPlan(workspace);
      await world.configure(both("acme/renamed"));
      const plan = await workspace.planJson();
      for (const kind of ["branch", "tag"]) {
        assertActions(plan, `huggingface_repo_${kind}.this`, ["update"]);
      }
      world.requests();
      assertSuccess(await workspace.applyPlan());
      assertEquals(world.writes(), []);
      await assertEmptyPlan(workspace);
    });

    await t.step("another repository is an error", async () => {
      await client.repos.create({ type: "model", id: "acme/m" });
      await world.configure(both("acme/m"));
      assertFailure(
        await workspace.apply(),
        "the tag acme/renamed/tag/v1 leads to another repository",
      );
      await world.configure(both("acme/renamed"));
    });

    await t.step("nothing of a stranger is deleted", async () => {
      await client.repos.move(
        { type: "model", id: "acme/renamed" },
        "acme/gone",
      );
      const stranger: RepoRef = { type: "model", id: "acme/renamed" };
      await client.repos.create({ type: "model", id: "acme/renamed" });
      await client.refs.createTag(stranger, "v1");
      await client.refs.createBranch(stranger, "b");
      assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
      const theirs = await refs(world, stranger);
      assert("b" in theirs.branches && "v1" in theirs.tags);
      const ours = await refs(world, { type: "model", id: "acme/gone" });
      assertEquals([Object.keys(ours.branches), ours.tags], [["main"], {}]);
    });
  },
);

acceptanceTest("the Hub's odd moments lose no branch or tag", async (t) => {
  await using world = await startWithModel();
  const { workspace, sandbox } = world;
  await commit(world, "one");
  const address = "huggingface_repo_tag.this";

  await t.step("the answer to a create was lost", async () => {
    sandbox.addFault({
      match: { method: "POST", path: "/tag/" },
      action: { close: "after" },
    });
    await world.configure(ref("tag", "v1"));
    assertWarning(await workspace.apply(), "was lost");
    await assertEmptyPlan(workspace);
  });

  await t.step("a listing that is late is not believed at once", async () => {
    sandbox.addFault({
      match: { method: "GET", path: "/refs" },
      action: { status: 200, body: { branches: [], tags: [], converts: [] } },
    });
    await assertEmptyPlan(workspace);
  });

  await t.step("a refusal is no proof that it is gone", async () => {
    sandbox.addFault({
      match: { method: "GET", path: "/refs" },
      times: 2,
      action: { status: 403, body: { error: "no" } },
    });
    assertFailure(await workspace.plan(), "Cannot read the tag acme/m/tag/v1");
    assertEquals(
      (await workspace.stateResource(address)).values.name,
      "v1",
    );
    sandbox.clearFaults();
  });

  await t.step("the answer to a delete was lost", async () => {
    sandbox.addFault({
      match: { method: "DELETE", path: "/tag/" },
      action: { close: "after" },
    });
    assertSuccess(await workspace.destroy());
    assertEquals((await refs(world)).tags, {});
  });
});

acceptanceTest("the refs of a repository are read once", async () => {
  await using world = await startWithModel();
  const { workspace } = world;
  await commit(world, "one");
  await world.configure(`
resource "huggingface_repo_tag" "this" {
  count      = 20
  repository = "acme/m"
  name       = "v\${count.index}"
}
`);
  assertSuccess(await workspace.apply());
  world.requests();
  await assertEmptyPlan(workspace);
  assertEquals(world.requests().map(({ path }) => path.split("?")[0]), [
    "/api/models/acme/m",
    "/api/models/acme/m/refs",
  ]);
});
