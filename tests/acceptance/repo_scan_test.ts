import { assertEquals } from "@std/assert";
import { assertFailure, assertSuccess } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** The file that every scanner for malware finds, in two parts: this is none. */
const testVirus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" +
  "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

acceptanceTest("a promotion is held back until a scan is clean", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const repo = { type: "model", id: "acme/m" } as const;
  await client.repos.create({ type: "model", id: "acme/m" });
  const commit = (content: string) =>
    client.files.commit(repo, {
      summary: "Change",
      operations: [{ path: "weights.bin", content }],
    });
  await world.configure(`
data "huggingface_repo_scan" "m" {
  repository = "acme/m"
  lifecycle {
    postcondition {
      condition     = self.done && self.clean
      error_message = "Found \${join(", ", [for f in self.files : "\${f.path}: \${f.level}"])}"
    }
  }
}
resource "huggingface_repo_tag" "production" {
  repository = data.huggingface_repo_scan.m.repository
  name       = "production"
}
`);
  const tags = async () =>
    (await client.refs.get(repo)).tags.map(({ name }) => name);
  await t.step("something is found", async () => {
    await commit(testVirus);
    assertFailure(await workspace.apply(), "Found weights.bin: unsafe");
    assertEquals(await tags(), []);
  });
  await t.step("nothing is found", async () => {
    await commit("good");
    assertSuccess(await workspace.apply());
    assertEquals(await tags(), ["production"]);
  });
});
