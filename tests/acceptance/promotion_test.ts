import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  changeOf,
  type PlanJson,
} from "@hf-terraform/framework/testing";
import { assertEquals, assertNotEquals } from "@std/assert";
import type { RepoRef } from "../../mod.ts";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const model: RepoRef = { type: "model", id: "acme/acme-chat" };

/** The text of an example of the guide. */
const example = (name: string) =>
  Deno.readTextFile(inRoot(`examples/${name}/main.tf`));

/** Plans and applies a version. */
async function release({ workspace }: SpaceWorld, version: string) {
  const args = [`-var=release=${version}`];
  const plan = await workspace.planJson({ args });
  assertSuccess(await workspace.applyPlan());
  await assertEmptyPlan(workspace, { args });
  return plan;
}

/** Commits and tags a version, as a training pipeline does. */
async function push({ client }: SpaceWorld, tag: string): Promise<string> {
  const { commitOid } = await client.files.commit(model, {
    summary: tag,
    operations: [{ path: "config.json", content: JSON.stringify({ tag }) }],
  });
  await client.refs.createTag(model, tag);
  return commitOid ?? "";
}

acceptanceTest(
  "the guide's commands roll forward and back, and a plain plan stays",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client, configure } = world;
    const endpoint = "huggingface_endpoint.chat";

    /** That production serves a commit, and a plain plan has nothing to do. */
    const serves = async (commit: string) => {
      const { tags } = await client.refs.get(model);
      const tag = tags.find(({ name }) => name === "production");
      assertEquals(tag?.targetCommit, commit);
      // Whoever owns the model pays for what serves it.
      const { model: served } = await client.endpoints.get(model.id);
      assertEquals(served.revision, commit);
      assertEquals((await workspace.output("url")).stdout, url);
      await assertEmptyPlan(workspace);
    };

    await configure(await example("promotion"));
    assertSuccess(await workspace.apply());
    const url = (await workspace.output("url")).stdout;
    const [v1, v2] = [await push(world, "v1"), await push(world, "v2")];
    await workspace.write({ "release.auto.tfvars": 'release = "v1"\n' });
    assertSuccess(await workspace.apply());
    await serves(v1);

    const guide = await Deno.readTextFile(
      inRoot("templates/guides/promoting-a-model.md.tmpl"),
    );
    // A person would type "yes" in place of -auto-approve.
    workspace.env.TF_CLI_ARGS_apply = "-auto-approve";
    const [plan = "", apply = "", back = "", ...rest] = codeBlocks(
      guide,
      "shell",
    );
    assertEquals(rest, []);

    assertSuccess(await workspace.shell(plan));
    const { stdout } = await workspace.run(["show", "-json", "promotion"]);
    const promotion: PlanJson = JSON.parse(stdout);
    assertEquals(
      changeOf(promotion, "huggingface_repo_tag.production").change.actions,
      ["update"],
    );
    assertEquals(changeOf(promotion, endpoint).change.actions, ["update"]);
    // The reviewer sees the commit.
    const { model: planned } = changeOf(promotion, endpoint).change.after ?? {};
    assertEquals(Object(planned).revision, v2);
    // Somebody moves the version in between: what was reviewed is applied.
    await client.refs.deleteTag(model, "v2");
    await client.refs.createTag(model, "v2", { revision: v1 });
    assertSuccess(await workspace.shell(apply));
    await client.refs.deleteTag(model, "v2");
    await client.refs.createTag(model, "v2", { revision: v2 });
    await serves(v2);

    assertSuccess(await workspace.shell(back));
    await serves(v1);
  },
);

acceptanceTest(
  "a blue-green promotion starts one before it ends the other",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, configure } = world;
    await configure(await example("promotion-blue-green"));
    await release(world, "main");
    await push(world, "v1");
    await push(world, "v2");
    const urls = new Map<string, string>();
    for (const version of ["v1", "v2", "v1"]) {
      world.requests();
      const plan = await release(world, version);
      assertEquals(changeOf(plan, "huggingface_endpoint.chat").change.actions, [
        "create",
        "delete",
      ]);
      const writes = world.writes().filter((request) =>
        request.includes("/v2/endpoint/")
      );
      assertEquals(writes.map((request) => request.split(" ")[0]), [
        "POST",
        "DELETE",
      ]);
      urls.set(version, (await workspace.output("url")).stdout);
    }
    assertNotEquals(urls.get("v1"), urls.get("v2"));
  },
);

acceptanceTest(
  "a blue-green promotion of what does not start leaves production alone",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client, configure } = world;
    const config = await example("promotion-blue-green");
    await configure(config);
    await release(world, "main");
    const url = async () => (await workspace.output("url")).stdout;
    const serving = await url();
    await push(world, "v1");
    const repository = "repository = huggingface_model.chat.id\n    revision";
    await configure(
      config.replace(
        repository,
        'repository = "acme/fail-to-start"\n revision',
      ),
    );
    assertFailure(
      await workspace.apply({ args: ["-var=release=v1"] }),
      "is failed. Production stays where it is",
    );
    assertEquals(await url(), serving);
    assertEquals((await client.endpoints.list("acme").toArray()).length, 2);

    await configure(config);
    await push(world, "v2");
    await release(world, "v2");
    const left = await client.endpoints.list("acme").toArray();
    assertEquals(left.map(({ status }) => status.state), ["running"]);
    assertNotEquals(await url(), serving);
  },
);

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
