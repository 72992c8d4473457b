// Every resource is imported by its id, by the address of its page and by its
// identity, and the next plan is empty.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  whyNot,
} from "@hf-terraform/framework/testing";
import { objectId } from "../../client/sandbox/core/accounts.ts";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider as lazy } from "../../provider/huggingface/provider.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { testIf } from "../support/skip.ts";

type Values = Readonly<Record<string, unknown>>;

interface Imported {
  /** The arguments of the resource. */
  readonly config: string;
  /** Its address on the Hub, from its values. */
  readonly url: (values: Values) => string;
  /** Its id; default: the attribute `id`. */
  readonly id?: (values: Values) => string;
  /** The attributes of its identity; undefined: it has none. */
  readonly identity: readonly string[] | undefined;
  /** What is planned after the import, if it is not nothing, and why. */
  readonly after?: { readonly action: string; readonly why: string };
}

const hub = "https://huggingface.co";
const organization = `${hub}/api/organizations/acme`;
const part = ["repository_type", "repository_id"];
const model = 'repository = "acme/m"';

const table: Readonly<Record<string, Imported>> = {
  huggingface_endpoint: {
    config: `namespace = "acme"
  name      = "e"
  model     = { repository = "gpt2" }
  compute   = { instance_type = "intel-spr" }`,
    url: () => "https://endpoints.huggingface.co/acme/endpoints/e",
    identity: ["namespace", "name"],
  },
  huggingface_space: {
    config: `namespace = "acme"
  name      = "app"
  sdk       = "docker"`,
    url: () => `${hub}/spaces/acme/app`,
    identity: ["space_id"],
  },
  huggingface_space_variable: {
    config: `space = "acme/keys"
  key   = "MODE"
  value = "fast"`,
    url: () => `${hub}/spaces/acme/keys/MODE`,
    identity: ["space_id", "key"],
  },
  huggingface_space_secret: {
    config: `space = "acme/keys"
  key   = "KEY"
  value = "correct horse"`,
    url: () => `${hub}/spaces/acme/keys/KEY`,
    identity: ["space_id", "key"],
    after: { action: "update", why: "no answer shows the value of a secret" },
  },
  huggingface_model: {
    config: `namespace  = "acme"
  name       = "m"
  visibility = "public"
  gated      = "manual"`,
    url: () => `${hub}/acme/m`,
    identity: ["repository_id"],
  },
  huggingface_dataset: {
    config: `namespace = "acme"
  name      = "d"`,
    url: () => `${hub}/datasets/acme/d`,
    identity: ["repository_id"],
  },
  huggingface_repo_branch: {
    config: `${model}
  name = "release/1"`,
    url: () => `${hub}/acme/m/tree/release%2F1`,
    identity: [...part, "name"],
  },
  huggingface_repo_tag: {
    config: `${model}
  name = "v1"`,
    url: () => `${hub}/acme/m/tree/v1`,
    identity: [...part, "name"],
  },
  huggingface_repo_files: {
    config: `${model}
  files        = { "a.txt" = "a", "b/c.txt" = "c" }
  files_base64 = { "d.bmp" = "/9g=" }`,
    id: () => "acme/m/tree/main?path=a.txt&path=b/c.txt&path=d.bmp",
    url: () => `${hub}/acme/m/tree/main?path=a.txt&path=b%2Fc.txt&path=d.bmp`,
    // Which files a set holds changes, and an identity must not.
    identity: undefined,
  },
  huggingface_repo_file: {
    config: `${model}
  path    = "one.txt"
  content = "one"`,
    url: () => `${hub}/acme/m/blob/main/one.txt`,
    identity: [...part, "branch", "path"],
  },
  huggingface_repo_access_grant: {
    config: `${model}
  user = "ada"`,
    url: () => `${hub}/acme/m/access/ada`,
    identity: [...part, "user"],
  },
  huggingface_webhook: {
    config: `watched = [{ type = "org", name = "acme" }]
  domains = ["repo"]
  url     = "https://example.com"`,
    url: ({ id }) => `${hub}/settings/webhooks/${id}`,
    identity: ["id"],
  },
  huggingface_collection: {
    config: `namespace  = "acme"
  title      = "Ours"
  visibility = "public"`,
    id: ({ slug }) => `${slug}`,
    url: ({ slug }) => `${hub}/collections/${slug}`,
    identity: ["namespace", "id"],
  },
  huggingface_bucket: {
    config: `namespace = "acme"
  name      = "b"`,
    url: () => `${hub}/buckets/acme/b`,
    identity: ["bucket_id"],
  },
  huggingface_scheduled_job: {
    config: `namespace = "acme"
  schedule  = "@daily"
  flavor    = "cpu-basic"
  image     = "python:3.12"
  command   = ["true"]`,
    url: ({ id }) => `${hub}/api/scheduled-jobs/${id}`,
    identity: ["namespace", "scheduled_job_id"],
  },
  huggingface_resource_group: {
    config: `organization = "acme"
  name         = "research"
  spend_limits = { total_cents = 100 }`,
    url: ({ resource_group_id: id }) => `${organization}/resource-groups/${id}`,
    identity: ["organization", "resource_group_id"],
  },
  huggingface_resource_group_members: {
    config: `organization      = "acme"
  resource_group_id = "${objectId("resource group", "1")}"
  members           = [{ username = "alice", role = "read" }]`,
    url: ({ resource_group_id: id }) =>
      `${organization}/resource-groups/${id}/users`,
    identity: ["organization", "resource_group_id"],
  },
  huggingface_resource_group_member: {
    config: `organization      = "acme"
  resource_group_id = "${objectId("resource group", "2")}"
  username          = "alice"
  role              = "read"`,
    url: ({ resource_group_id: id }) =>
      `${organization}/resource-groups/${id}/users/alice`,
    identity: ["organization", "resource_group_id", "username"],
  },
  huggingface_service_account_token: {
    config: `organization       = "acme"
  service_account_id = "${objectId("service account", "1")}"
  permissions        = ["org.read"]`,
    url: ({ service_account_id: account, token_id: token }) =>
      `${organization}/service-accounts/${account}/tokens/${token}`,
    identity: ["organization", "service_account_id", "token_id"],
  },
  huggingface_organization_member: {
    config: `organization = "acme"
  username     = "alice"
  role         = "contributor"`,
    url: () => `${organization}/members/alice`,
    identity: ["organization", "username"],
  },
  huggingface_organization_invitation: {
    config: `organization = "acme"
  username     = "somebody-else"
  email        = "a@example.com"
  external_id  = "1"`,
    url: ({ invitation_id: id }) =>
      `${organization}/scim-provisioning/v2/Users/${id}`,
    identity: ["organization", "invitation_id"],
  },
  huggingface_organization_network_security: {
    config: `organization = "acme"
  ip_ranges    = ["192.0.2.0/24"]`,
    url: () => `${organization}/settings/network-security`,
    identity: ["organization"],
  },
  huggingface_service_account: {
    config: `organization = "acme"
  name         = "ci"`,
    url: ({ service_account_id: id }) =>
      `${organization}/service-accounts/${id}`,
    identity: ["organization", "service_account_id"],
  },
};

/** The configuration of all resources, the model before what belongs to it. */
const configuration = Object.entries(table).map(([type, { config }]) => {
  const before = type.startsWith("huggingface_repo_")
    ? "\n  depends_on = [huggingface_model.x]"
    : "";
  return `resource "${type}" "x" {\n  ${config}${before}\n}\n`;
}).join("\n");

/** Applies all resources once, and gives their values by type. */
async function applied({ workspace, configure }: SpaceWorld) {
  await configure(configuration);
  assertSuccess(await workspace.apply());
  await assertEmptyPlan(workspace);
  const resources = await workspace.stateResources();
  return new Map(resources.map(({ type, values }) => [type, values] as const));
}

/** Forgets all, imports what `given` says by type, and plans. */
async function importAll(
  { workspace, configure }: SpaceWorld,
  given: ReadonlyMap<string, string>,
): Promise<void> {
  await workspace.remove("terraform.tfstate");
  const blocks = Array.from(
    given,
    ([type, by]) => `import {\n  to = ${type}.x\n  ${by}\n}\n`,
  );
  const types = [...given.keys()];
  const left = configuration.split(/\n(?=resource )/).filter((block) =>
    types.some((type) => block.includes(`"${type}" "x"`))
  );
  await configure([...left, ...blocks].join("\n"));
  const { resource_changes = [] } = await workspace.planJson();
  assertEquals(
    Object.fromEntries(
      resource_changes.map(({ type, change }) => [type, change.actions.join()]),
    ),
    Object.fromEntries(
      types.map((type) => [type, table[type]?.after?.action ?? "no-op"]),
    ),
  );
  assertSuccess(await workspace.applyPlan());
  await configure(left.join("\n"));
  await assertEmptyPlan(workspace);
}

async function start(): Promise<SpaceWorld> {
  const world = await startSpaceWorld({
    users: [{ name: "ada" }, { name: "alice" }],
  });
  await world.client.repos.create({ type: "space", id: "acme/keys" }, {
    sdk: "docker",
  });
  const { resourceGroups } = world.client.organizations;
  await resourceGroups.create("acme", { name: "first" });
  await resourceGroups.create("acme", { name: "second" });
  const { serviceAccounts } = world.client.organizations;
  await serviceAccounts.create("acme", { name: "robot" });
  return world;
}

Deno.test("every resource is in the table of imports", async () => {
  const { resources } = await loadProvider(lazy);
  assertEquals(
    Object.entries(table).map(([type, { identity }]) =>
      [type, identity?.toSorted()] as const
    ).toSorted(),
    resources.map(({ typeName, identity }) =>
      [
        typeName,
        identity && Object.keys(identity.schema.attributes).toSorted(),
      ] as const
    ).toSorted(),
  );
});

testIf({
  name: "every resource is imported by id and by URL, with an empty plan",
  skipped: await whyNot({ terraform: "1.5", tofu: "1.6" }),
  fn: async () => {
    await using world = await start();
    const values = await applied(world);
    for (const form of ["id", "url"] as const) {
      const given = Object.entries(table).map(([type, entry]) => {
        const known = values.get(type) ?? {};
        const id = entry[form]?.(known) ?? known["id"];
        return [type, `id = ${JSON.stringify(id)}`] as const;
      });
      await importAll(world, new Map(given));
    }
  },
});

testIf({
  name: "every resource is imported by its identity, with an empty plan",
  skipped: await whyNot({
    terraform: "1.12",
    tofu: "1.12",
  }),
  fn: async () => {
    await using world = await start();
    const values = await applied(world);
    const given = Object.entries(table).flatMap(([type, { identity }]) => {
      if (identity === undefined) return [];
      const fields = identity.map((name) =>
        `${name} = ${JSON.stringify(values.get(type)?.[name])}`
      );
      return [[type, `identity = {\n${fields.join("\n")}\n}`] as const];
    });
    await importAll(world, new Map(given));
  },
});
