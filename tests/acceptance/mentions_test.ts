// References of a resource to objects that have to be on the Hub before it: a
// plan asks once, and warns at the attribute.

import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const named = (model: string) => `
resource "huggingface_endpoint" "one" {
  namespace = "acme"
  name      = "one"
  model     = ${model}
  compute   = { instance_type = "intel-spr" }
  cloud     = { vendor = "aws", region = "us-east-1" }
}
`;

/** Plans a configuration: the warnings, and what was asked of repositories. */
async function planText(
  { workspace, configure, requests }: SpaceWorld,
  text: string,
): Promise<{ readonly said: string; readonly asked: readonly string[] }> {
  await configure(text);
  requests();
  const plan = await workspace.plan();
  assertEquals(plan.code, 2, plan.stderr);
  return {
    said: plan.stdout.replaceAll(/[\s│╷╵]+/g, " "),
    asked: requests().map(({ path }) => path.split("?")[0] ?? "")
      .filter((path) =>
        /^\/api\/(?:models|datasets|spaces|buckets)\//.test(path)
      )
      .toSorted(),
  };
}

acceptanceTest("a plan warns of what the Hub does not have", async () => {
  await using world = await startSpaceWorld();
  const { said, asked } = await planText(
    world,
    named('{ repository = "acme/nope" }') +
      named('{ repository = "acme/nope" }').replaceAll("one", "two") + `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "this"
  sdk       = "gradio"
  volumes   = [{ type = "dataset", source = "acme/rows", mount_path = "/rows" }]
}
resource "huggingface_scheduled_job" "this" {
  namespace = "acme"
  schedule  = "@daily"
  flavor    = "cpu-basic"
  space     = "acme/app"
  command   = ["x"]
  volumes   = [{ type = "bucket", source = "acme/runs", mount_path = "/runs" }]
}
resource "huggingface_webhook" "this" {
  watched = [{ type = "model", name = "acme/watched" }]
  domains = ["repo"]
  job = {
    flavor  = "cpu-basic"
    space   = "acme/judge"
    command = ["x"]
  }
}
`,
  );
  for (
    const words of [
      "The model acme/nope is not there yet",
      "`model.repository` names it",
      "The dataset acme/rows is not there yet",
      "`volumes[0].source` names it",
      "The Space acme/app is not there yet",
      "The bucket acme/runs is not there yet",
      "The model acme/watched is not there yet",
      "The Space acme/judge is not there yet",
    ]
  ) assert(said.includes(words), `${words}\n${said}`);
  assertEquals(asked, [
    "/api/buckets/acme/runs",
    "/api/datasets/acme/rows",
    "/api/models/acme/nope",
    "/api/models/acme/watched",
    "/api/spaces/acme/app",
    "/api/spaces/acme/judge",
    // The request that tests for its existence.
    "/api/spaces/acme/this",
  ]);
});

acceptanceTest("a plan warns of a revision that is not there", async () => {
  await using world = await startSpaceWorld();
  const { client, workspace } = world;
  await client.repos.create({ type: "model", id: "acme/m" });
  const { said } = await planText(
    world,
    named('{ repository = "acme/m", revision = "v9" }'),
  );
  assert(said.includes("The model acme/m has no revision v9 yet"), said);
  assert(said.includes('`model.revision` is "v9"'), said);

  // A revision that exists, or that the same run makes, is no mistake.
  const { said: nothing } = await planText(
    world,
    named(
      "{ repository = huggingface_model.new.id, revision = " +
        "huggingface_repo_tag.new.name }",
    ) + named('{ repository = "acme/m" }').replaceAll("one", "two") + `
resource "huggingface_model" "new" {
  namespace = "acme"
  name      = "new"
}
resource "huggingface_repo_tag" "new" {
  repository      = huggingface_model.new.id
  repository_type = "model"
  name            = "v1"
}
`,
  );
  assert(!/is not there yet|has no revision/.test(nothing), nothing);
  assertSuccess(await workspace.apply());
  world.requests();
  await assertEmptyPlan(workspace);
  assertEquals(
    world.requests().filter(({ path }) => path.includes("revision")),
    [],
  );
});

acceptanceTest(
  "what another provider block makes first is no mistake, and no warning says so",
  async () => {
    // Each configuration of the provider is a process of its own.
    await using world = await startSpaceWorld({}, { launch: "started" });
    const { said } = await planText(
      world,
      `
provider "huggingface" {
  alias = "maker"
}
resource "huggingface_model" "made" {
  provider  = huggingface.maker
  namespace = "acme"
  name      = "made"
}
` + named("{ repository = huggingface_model.made.id }"),
    );
    const [about = ""] = /The model acme\/made .*/.exec(said) ?? [];
    assert(about.includes("all is well"), said);
    assert(!/\bnot found\b|does not exist|fail/.test(about), about);
    assertSuccess(await world.workspace.apply());
  },
);

acceptanceTest(
  "what may not be asked is told from what is not there",
  async () => {
    await using world = await startSpaceWorld();
    const { sandbox } = world;
    for (
      const [status, words] of [
        [403, "The model acme/nope is not open to the token"],
        [401, undefined],
        [500, undefined],
      ] as const
    ) {
      sandbox.addFault({
        match: { path: "/api/models/" },
        times: 1,
        action: { status },
      });
      const { said } = await planText(
        world,
        named('{ repository = "acme/nope" }'),
      );
      const [found] = /The model acme\/nope \S+ \S+ [^.`]+?(?= with )/
        .exec(said) ?? [];
      assertEquals(found, words, `${status}: ${said}`);
    }
  },
);
