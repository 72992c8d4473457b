import { assertEquals, assertNotEquals } from "@std/assert";
import type { RepoRef } from "../../mod.ts";
import { inRoot } from "../../tools/paths.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import {
  assertActions,
  assertEmptyPlan,
  assertSuccess,
  changeOf,
} from "../support/terraform_asserts.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const model: RepoRef = { type: "model", id: "acme/acme-chat" };

const block = `
provider "huggingface" {
  namespace = "acme"
}
`;

/** Plans and applies with the default of `release` changed. */
async function release(
  { workspace, configure }: SpaceWorld,
  example: string,
  version: string,
) {
  const text = await Deno.readTextFile(inRoot(`examples/${example}/main.tf`));
  await configure(block + text.replace('"main"', JSON.stringify(version)));
  const plan = await workspace.planJson();
  assertSuccess(await workspace.applyPlan());
  await assertEmptyPlan(workspace);
  return plan;
}

/** Commits and tags a version, as a training pipeline does. */
async function push({ client }: SpaceWorld, tag: string): Promise<string> {
  const { commitOid } = await client.files.commit(model, {
    summary: tag,
    operations: [{ path: "config.json", content: JSON.stringify({ tag }) }],
  });
  await client.refs.createTag(model, tag);
  return commitOid;
}

acceptanceTest("a promotion rolls forward and back in place", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  await release(world, "promotion", "main");
  const url = (await workspace.output("url")).stdout;
  const [v1, v2] = [await push(world, "v1"), await push(world, "v2")];
  for (const [version, commit] of [["v1", v1], ["v2", v2], ["v1", v1]]) {
    const plan = await release(world, "promotion", version ?? "");
    const endpoint = "huggingface_endpoint.chat";
    assertActions(plan, "huggingface_repo_tag.production", [
      "delete",
      "create",
    ]);
    assertActions(plan, endpoint, ["update"]);
    // The reviewer sees the commit.
    const { model: planned } = changeOf(plan, endpoint).change.after ?? {};
    assertEquals(Object(planned).revision, commit);
    const { tags } = await client.refs.list(model);
    const tag = tags.find(({ name }) => name === "production");
    assertEquals(tag?.targetCommit, commit);
    const { values } = await workspace.stateResource(endpoint);
    assertEquals(Object(values.model).revision, commit);
    assertEquals((await workspace.output("url")).stdout, url);
  }
});

acceptanceTest(
  "a blue-green promotion starts one before it ends the other",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await release(world, "promotion-blue-green", "main");
    const before = (await workspace.output("url")).stdout;
    await push(world, "v2");
    world.requests();
    const plan = await release(world, "promotion-blue-green", "v2");
    assertActions(plan, "huggingface_endpoint.chat", ["create", "delete"]);
    const writes = world.writes().filter((request) =>
      request.includes("/v2/endpoint/")
    );
    assertEquals(writes.map((request) => request.split(" ")[0]), [
      "POST",
      "DELETE",
    ]);
    assertNotEquals((await workspace.output("url")).stdout, before);
  },
);
