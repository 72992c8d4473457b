import { assertEquals, assertStringIncludes } from "@std/assert";
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
