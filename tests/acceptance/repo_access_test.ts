import {
  assertEmptyPlan,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { control } from "../support/sandbox_server.ts";
import { assertEquals } from "@std/assert";
import type { RepoRef } from "../../mod.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
const model: RepoRef = { type: "model", id: "acme/m" };

/** The configuration of one grant. */
function grant(user: string, repository = "acme/m"): string {
  return `
resource "huggingface_repo_access_grant" "this" {
  repository = "${repository}"
  user       = "${user}"
}
`;
}

async function startGated(): Promise<SpaceWorld> {
  const world = await startSpaceWorld({
    users: [{ name: "ada" }, { name: "grace" }, { name: "joan" }],
  });
  const { repos } = world.client;
  await repos.create({ type: "model", id: "acme/m" });
  await repos.update(model, { gated: "manual" });
  world.requests();
  return world;
}

/** A user asks for access. */
async function ask(world: SpaceWorld, user: string): Promise<void> {
  const answer = await control(world, "access-requests", {
    body: {
      type: "model",
      repo: "acme/m",
      user,
      fields: { Company: "Analytical Engines" },
    },
  });
  assertEquals(answer.status, 204);
}

acceptanceTest("the grants of a repository are read once", async () => {
  await using world = await startGated();
  const { workspace } = world;
  await world.configure(`
resource "huggingface_repo_access_grant" "this" {
  for_each   = toset(["ada", "grace", "joan"])
  repository = "acme/m"
  user       = each.key
}
`);
  assertSuccess(await workspace.apply());
  world.requests();
  await assertEmptyPlan(workspace);
  assertEquals(world.requests().map(({ path }) => path.split("?")[0]), [
    "/api/models/acme/m",
    "/api/models/acme/m/user-access-request/accepted",
  ]);
});

acceptanceTest("who asks for access is listed", async () => {
  await using world = await startGated();
  const { workspace } = world;
  await ask(world, "ada");
  await ask(world, "grace");
  await world.configure(`
data "huggingface_repo_access_requests" "this" {
  repository = "acme/m"
}
data "huggingface_repo_access_requests" "first" {
  repository = "acme/m"
  limit      = 1
}
output "count" {
  value = length(data.huggingface_repo_access_requests.first.requests)
}
output "who" {
  value = jsonencode([
    for r in data.huggingface_repo_access_requests.this.requests :
    "\${r.user} of \${r.fields["Company"]}"
  ])
}
`);
  assertSuccess(await workspace.apply());
  const { stdout } = await workspace.output("who");
  assertEquals(JSON.parse(stdout), [
    "ada of Analytical Engines",
    "grace of Analytical Engines",
  ]);
  assertEquals((await workspace.output("count")).stdout, "1");
});

acceptanceTest("a grant among very many who have access is kept", async () => {
  await using world = await startGated();
  const { workspace, sandbox, url } = world;
  await world.configure(grant("ada"));
  assertSuccess(await workspace.apply());
  const path = "/api/models/acme/m/user-access-request/accepted";
  const others = Array.from({ length: 1000 }, () => ({
    status: "accepted",
    timestamp: "2026-01-01T00:00:00.000Z",
  }));
  // A list that goes on and on, of users who hide their names.
  for (let page = 1; page <= 25; page++) {
    sandbox.addFault({
      match: { method: "GET", path: path },
      times: 1,
      action: {
        status: 200,
        body: others,
        headers: { link: `<${url}${path}?after=${page}>; rel="next"` },
      },
    });
  }
  world.requests();
  const plan = await workspace.plan();
  assertEquals(plan.code, 0, plan.stdout + plan.stderr);
  assertWarning(plan, "is not among the first 20000");
  const pages = world.requests().filter((one) => one.path.startsWith(path));
  assertEquals(pages.length, 20);
});

acceptanceTest(
  "what is not gated any more can be destroyed with its grants",
  async () => {
    await using world = await startSpaceWorld({ users: [{ name: "ada" }] });
    const { workspace, client } = world;
    const configured = (grants: string) => `
resource "huggingface_model" "it" {
  namespace  = "acme"
  name       = "h24"
  gated      = "manual"
  on_destroy = "delete"
}
${grants}`;
    await world.configure(configured(`
resource "huggingface_repo_access_grant" "it" {
  repository = huggingface_model.it.id
  user       = "ada"
}`));
    assertSuccess(await workspace.apply());
    await client.repos.update({ type: "model", id: "acme/h24" }, {
      gated: false,
    });
    assertWarning(
      await workspace.destroy({ args: ["-refresh=false"] }),
      /The access of ada to acme\/h24 was not taken back/,
    );
    assertEquals(await workspace.stateResources(), []);
  },
);
