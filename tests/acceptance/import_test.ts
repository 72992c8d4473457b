// Every resource is imported by its id, by the address of its page and by its
// identity, and the next plan is empty.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
  whyNot,
} from "@hf-terraform/framework/testing";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider as lazy } from "../../provider/huggingface/provider.ts";
import {
  configureEvery,
  everyType,
  startWithEveryResource,
} from "../support/every_resource.ts";
import type { SpaceWorld } from "../support/space_world.ts";
import { testIf } from "../support/skip.ts";

type Values = Readonly<Record<string, unknown>>;

interface ImportCase {
  /** Its address on the Hub, from its values. */
  readonly url: (values: Values) => string;
  /** Its id; default: the attribute `id`. */
  readonly id?: (values: Values) => string;
  /** The attributes of its identity; undefined: it has none. */
  readonly identity: readonly string[] | undefined;
  /**
   * The change that a plan after the import makes, and its reason; default
   * none.
   */
  readonly after?: { readonly action: string; readonly why: string };
}

const hub = "https://huggingface.co";
const organization = `${hub}/api/organizations/acme`;
const part = ["repository_type", "repository_id"];

const table: Readonly<Record<string, ImportCase>> = {
  huggingface_endpoint: {
    url: () => "https://endpoints.huggingface.co/acme/endpoints/x",
    identity: ["namespace", "name"],
  },
  huggingface_space: {
    url: () => `${hub}/spaces/acme/x`,
    identity: ["space_id"],
  },
  huggingface_space_variable: {
    url: () => `${hub}/spaces/acme/app/MODE`,
    identity: ["space_id", "key"],
  },
  huggingface_space_secret: {
    url: () => `${hub}/spaces/acme/app/KEY`,
    identity: ["space_id", "key"],
    after: { action: "update", why: "no answer shows the value of a secret" },
  },
  huggingface_model: {
    url: () => `${hub}/acme/x`,
    identity: ["repository_id"],
    after: { action: "update", why: "no import knows `on_destroy`" },
  },
  huggingface_dataset: {
    url: () => `${hub}/datasets/acme/x`,
    identity: ["repository_id"],
    after: { action: "update", why: "no import knows `on_destroy`" },
  },
  huggingface_repo_branch: {
    url: () => `${hub}/acme/m/tree/b1`,
    identity: [...part, "name"],
  },
  huggingface_repo_tag: {
    url: () => `${hub}/acme/m/tree/v1`,
    identity: [...part, "name"],
  },
  huggingface_repo_files: {
    id: () => "acme/m/tree/main?path=a.txt",
    url: () => `${hub}/acme/m/tree/main?path=a.txt`,
    // The files of a set change, and an identity must not.
    identity: undefined,
  },
  huggingface_repo_file: {
    url: () => `${hub}/acme/m/blob/main/one.txt`,
    identity: [...part, "branch", "path"],
  },
  huggingface_repo_access_grant: {
    url: () => `${hub}/acme/m/access/bob`,
    identity: [...part, "user"],
  },
  huggingface_webhook: {
    url: ({ id }) => `${hub}/settings/webhooks/${id}`,
    identity: ["id"],
  },
  huggingface_collection: {
    id: ({ slug }) => `${slug}`,
    url: ({ slug }) => `${hub}/collections/${slug}`,
    identity: ["namespace", "id"],
  },
  huggingface_bucket: {
    url: () => `${hub}/buckets/acme/x`,
    identity: ["bucket_id"],
  },
  huggingface_scheduled_job: {
    url: ({ id }) => `${hub}/api/scheduled-jobs/${id}`,
    identity: ["namespace", "scheduled_job_id"],
  },
  huggingface_resource_group: {
    url: ({ resource_group_id: id }) => `${organization}/resource-groups/${id}`,
    identity: ["organization", "resource_group_id"],
  },
  huggingface_resource_group_members: {
    url: ({ resource_group_id: id }) =>
      `${organization}/resource-groups/${id}/users`,
    identity: ["organization", "resource_group_id"],
  },
  huggingface_resource_group_member: {
    url: ({ resource_group_id: id }) =>
      `${organization}/resource-groups/${id}/users/alice`,
    identity: ["organization", "resource_group_id", "username"],
  },
  huggingface_service_account_token: {
    url: ({ service_account_id: account, token_id: token }) =>
      `${organization}/service-accounts/${account}/tokens/${token}`,
    identity: ["organization", "service_account_id", "token_id"],
  },
  huggingface_organization_member: {
    url: () => `${organization}/members/alice`,
    identity: ["organization", "username"],
  },
  huggingface_organization_invitation: {
    url: ({ invitation_id: id }) =>
      `${organization}/scim-provisioning/v2/Users/${id}`,
    identity: ["organization", "invitation_id"],
  },
  huggingface_organization_network_security: {
    url: () => `${organization}/settings/network-security`,
    identity: ["organization"],
  },
  huggingface_service_account: {
    url: ({ service_account_id: id }) =>
      `${organization}/service-accounts/${id}`,
    identity: ["organization", "service_account_id"],
  },
};

/** Makes all resources once, and gives their values by type. */
async function applyAllTypes(world: SpaceWorld) {
  const { workspace } = world;
  await configureEvery(world, everyType, ["x"]);
  assertSuccess(await workspace.apply());
  await assertEmptyPlan(workspace);
  const resources = await workspace.stateResources();
  return new Map(resources.map(({ type, values }) => [type, values] as const));
}

/** Forgets all, imports what `given` says by type, and plans. */
async function importAll(
  world: SpaceWorld,
  given: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  const { workspace } = world;
  const types = [...given.keys()];
  await workspace.remove("terraform.tfstate");
  await configureEvery(world, types, ["x"]);
  await workspace.write({
    "import.tf.json": JSON.stringify({
      import: Array.from(given, ([type, by]) => ({ to: `${type}.x`, ...by })),
    }),
  });
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
  await workspace.remove("import.tf.json");
  await assertEmptyPlan(workspace);
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
    await using world = await startWithEveryResource();
    const values = await applyAllTypes(world);
    for (const form of ["id", "url"] as const) {
      const given = Object.entries(table).map(([type, entry]) => {
        const known = values.get(type) ?? {};
        const id = entry[form]?.(known) ?? known["id"] ?? null;
        return [type, { id }] as const;
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
    await using world = await startWithEveryResource();
    const values = await applyAllTypes(world);
    const given = Object.entries(table).flatMap(([type, { identity }]) => {
      if (identity === undefined) return [];
      const fields = identity.map((name) =>
        [name, values.get(type)?.[name] ?? null] as const
      );
      return [[type, { identity: Object.fromEntries(fields) }] as const];
    });
    await importAll(world, new Map(given));
  },
});
