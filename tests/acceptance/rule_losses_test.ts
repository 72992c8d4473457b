// The rule of losses: a plan that destroys data says so, with its name, how many
// files they are and how large.

import { assert, assertEquals } from "@std/assert";
import {
  assertFailure,
  assertSuccess,
  assertWarning,
  unwrapped,
} from "@hf-terraform/framework/testing";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** What is lost with an object of each type that holds something. */
const losing: Readonly<Record<string, { config: string; says: RegExp }>> = {
  model: {
    config: 'name = "x"\non_destroy = "delete"',
    says:
      /The model acme\/x is destroyed .* It holds 2 files \(1\.4 kB\), in all 1\.4 kB; history, likes/,
  },
  dataset: {
    config: 'name = "x"\non_destroy = "delete"',
    says: /The dataset acme\/x is destroyed .* It holds 1 file \(2\.2 kB\)/,
  },
  space: {
    config: 'name = "x"\nsdk = "static"\nfiles = { "index.html" = "a" }',
    says: /The Space acme\/x is destroyed .* It holds 3 files \(1\.5 kB\)/,
  },
  bucket: {
    config: 'name = "x"\non_destroy = "delete"',
    says: /The bucket acme\/x is destroyed .* It holds 2 files \(2\.0 kB\)/,
  },
  collection: {
    config: 'title = "x"\n' +
      'items = [{ type = "model", id = huggingface_model.it.id }]',
    says: /The collection acme\/x-\w+ is destroyed .* It holds its items \(1\)/,
  },
  service_account: {
    config: 'organization = "acme"\nname = "x"',
    says:
      /The service account acme\/\w+ is destroyed .* It holds `ci` \(\S+\); its tokens/,
  },
  repo_branch: {
    config:
      'repository = huggingface_model.it.id\nrepository_type = "model"\n' +
      'name = "next"\non_destroy = "delete"',
    says: /branch .*next.* is destroyed .* It holds its commits/,
  },
};

Deno.test("every resource that holds something is tried", async () => {
  const { resources } = await loadProvider(provider);
  assertEquals(
    resources.filter((resource) => "dataAtRisk" in resource)
      .map(({ typeName }) => typeName.replace("huggingface_", "")).toSorted(),
    Object.keys(losing).toSorted(),
  );
});

const named = (type: string, config: string) => `
resource "huggingface_${type}" "it" {
  ${/(?:repository|organization) =/.test(config) ? "" : 'namespace = "acme"'}
  ${config}
}
`;

async function filled({ client }: SpaceWorld, id: string) {
  await client.buckets.batch(
    id,
    ["a.bin", "b.bin"].map((path) => ({
      type: "addFile" as const,
      path,
      xetHash: "a".repeat(64),
    })),
  );
}

/** One of each, with files of ours on the branches, and a token. */
const all =
  Object.entries(losing).map(([type, { config }]) => named(type, config))
    .join("") + `
resource "huggingface_service_account_token" "it" {
  organization       = "acme"
  service_account_id = huggingface_service_account.it.service_account_id
  name               = "ci"
}
resource "huggingface_repo_file" "it" {
  repository = huggingface_model.it.id
  path       = "ours.txt"
  content    = "ours"
}
resource "huggingface_repo_files" "it" {
  repository = huggingface_model.it.id
  branch     = huggingface_repo_branch.it.name
  files      = { "ours.txt" = "ours" }
}`;

acceptanceTest("a plan that destroys says what is lost", async () => {
  await using world = await startSpaceWorld({
    organizations: [{ name: "acme", plan: "enterprise" }],
  });
  const { workspace } = world;
  await world.configure(all);
  assertSuccess(await workspace.apply());
  await filled(world, "acme/x");
  const { stdout, stderr } = await workspace.plan({ args: ["-destroy"] });
  const said = unwrapped(stdout + stderr);
  for (const [type, { says }] of Object.entries(losing)) {
    assert(says.test(said), `${type}:\n${said}`);
  }
});

acceptanceTest(
  "a saved destroy loses what its plan has seen, and nothing else",
  async (t) => {
    await using world = await startSpaceWorld({
      organizations: [{ name: "acme", plan: "enterprise" }],
    });
    const { workspace, client } = world;
    const save = () => workspace.run(["plan", "-destroy", "-out=saved"]);
    const apply = () => workspace.run(["apply", "saved"]);
    await world.configure(all);
    assertSuccess(await workspace.apply());

    await t.step("the commits of its own are no surprise", async () => {
      assertSuccess(await save());
      assertSuccess(await apply());
      assertEquals(await workspace.stateResources(), []);
    });
    await t.step("what a colleague commits meanwhile stays", async () => {
      assertSuccess(await workspace.apply());
      assertSuccess(await save());
      const id = "acme/x";
      const { commitOid } = await client.files.commit({ type: "model", id }, {
        summary: "Theirs",
        revision: "next",
        operations: [{ path: "theirs.txt", content: "theirs" }],
      });
      const said = assertFailure(await apply(), "branch");
      assert(said.includes(`${commitOid}`), said);
      const { branches } = await client.refs.get({ type: "model", id });
      assert(branches.some(({ name }) => name === "next"));
      assertSuccess(await save());
      assertSuccess(await apply());
    });
  },
);

acceptanceTest(
  "what the Hub cannot change of a bucket does not cost its files",
  async (t) => {
    await using world = await startSpaceWorld({
      organizations: [{ name: "acme", plan: "team" }],
    });
    const { workspace, client } = world;
    const bucket = (description: string, more = "") =>
      named("bucket", `name = "x"\ndescription = "${description}"\n${more}`);
    await world.configure(bucket("Chekpoints"));
    assertSuccess(await workspace.apply());
    await filled(world, "acme/x");

    await t.step("refused while it holds files, with what to do", async () => {
      for (const more of ["", 'region = "eu"']) {
        await world.configure(bucket("Checkpoints", more));
        const message = assertFailure(
          await workspace.plan(),
          "description of the bucket acme/x cannot be changed",
        );
        assert(message.includes("2 files (2.0 kB)"), message);
        assert(message.includes('on_destroy = "delete"'), message);
      }
    });
    await t.step("a warning where it was allowed", async () => {
      await world.configure(bucket("Chekpoints", 'on_destroy = "delete"'));
      assertSuccess(await workspace.apply());
      await world.configure(bucket("Checkpoints", 'on_destroy = "delete"'));
      const { stdout, stderr } = await workspace.plan();
      const said = unwrapped(stdout + stderr);
      assert(
        /It holds 2 files \(2\.0 kB\): that will be gone/.test(said),
        said,
      );
    });
    await t.step("nothing is lost: it is replaced", async () => {
      await client.buckets.batch(
        "acme/x",
        ["a.bin", "b.bin"].map((path) => ({
          type: "deleteFile" as const,
          path,
        })),
      );
      // A replacement goes by the state.
      await world.configure(bucket("Chekpoints"));
      assertSuccess(await workspace.apply());
      await world.configure(bucket("Checkpoints"));
      assertWarning(await workspace.apply(), /1 added, 0 changed, 1 destroyed/);
    });
  },
);
