import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
} from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { createWorkspace } from "../support/workspace.ts";

const cli = await tryFindCli();

/** Returns the reason why this CLI cannot defer, as no release can. */
async function withoutDeferral(): Promise<string | undefined> {
  if ("reason" in cli) return cli.reason;
  await using workspace = await createWorkspace();
  const { stdout, stderr } = await workspace.run(["plan", "-allow-deferral"]);
  return /No configuration files/.test(stdout + stderr)
    ? undefined
    : `${cli.name} ${cli.version} has no deferral`;
}

const configuration = (token: string) => `
resource "terraform_data" "token" {
  input = "${token}"
}

provider "huggingface" {
  namespace = "acme"
  token     = terraform_data.token.output
}

resource "huggingface_model" "new" {
  name = "new"
}

import {
  to = huggingface_model.kept
  id = "acme/kept"
}

resource "huggingface_model" "kept" {
  name = "kept"
}

data "huggingface_model" "kept" {
  repository = "acme/kept"
}

ephemeral "huggingface_repo_token" "of_it" {
  repository = "acme/kept"
}

resource "huggingface_repo_tag" "of_it" {
  repository = data.huggingface_model.kept.repository
  name       = "v1"
}
`;

testIf({
  name: "what needs a token that is not known yet waits for the next plan",
  skipped: await withoutDeferral(),
  async fn() {
    await using world = await startSpaceWorld({
      organizations: [{ name: "acme" }],
    }, { env: { HF_TOKEN: "" } });
    const { client, sandbox, workspace } = world;
    const kept = { type: "model", id: "acme/kept" } as const;
    await client.repos.create(kept, { visibility: "private" });
    await world.configure(configuration(sandbox.token));
    world.writes();

    const refused = await workspace.plan();
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, "token is not known yet");

    const args = ["-allow-deferral"];
    // A create asks nothing of the service before the apply knows the token.
    const first = assertSuccess(await workspace.apply({ args }));
    assertStringIncludes(first.stdout, "2 added, 0 changed, 0 destroyed");
    assertEquals(world.writes(), ["POST /api/repos/create"]);

    const second = assertSuccess(await workspace.apply({ args }));
    assertStringIncludes(second.stdout, "1 imported, 1 added, 0 changed");
    await assertEmptyPlan(workspace);
  },
});
