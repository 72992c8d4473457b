// The rule of losses: a plan that destroys data says so, with its name, how many
// files they are and how large.

import { assert, assertEquals } from "@std/assert";
import { assertSuccess, unwrapMessage } from "@hf-terraform/framework/testing";
import { dataAtRiskOf } from "../../provider/framework/binding/mod.ts";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/**
 * A configuration of each type that holds data, and the warning of its loss.
 */
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
    resources.filter(dataAtRiskOf)
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

async function fillBucket({ client }: SpaceWorld, id: string) {
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
  await fillBucket(world, "acme/x");
  const { stdout, stderr } = await workspace.plan({ args: ["-destroy"] });
  const said = unwrapMessage(stdout + stderr);
  for (const [type, { says }] of Object.entries(losing)) {
    assert(says.test(said), `${type}:\n${said}`);
  }
});
