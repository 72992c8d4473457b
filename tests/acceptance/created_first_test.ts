import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "files that are created before they are destroyed are there in the end, but one that is given up",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { files, repos } } = world;
    const repo = { type: "model", id: "acme/m" } as const;
    await repos.create(repo);
    // The plan does not see that the branch stays the same.
    const set = (files: object) =>
      world.configure(`
resource "terraform_data" "this" {
  input = ["main", "${Object.keys(files)}"]
}

resource "huggingface_repo_files" "this" {
  repository = "acme/m"
  branch     = terraform_data.this.output[0]
  files      = ${JSON.stringify(files)}
  lifecycle { create_before_destroy = true }
}
`);
    const operations = [{ path: "found", content: "a" }];
    await files.commit(repo, { summary: "Elsewhere", operations });
    const stays = { a: "a", found: "a" };
    for (const all of [{ ...stays, b: "b" }, stays]) {
      await set(all);
      assertSuccess(await workspace.apply());
    }
    const left = await files.getPaths(repo, ["a", "b", "found"]);
    assertEquals(left.map(({ path }) => path), ["a", "found"]);
    await assertEmptyPlan(workspace);
  },
);
