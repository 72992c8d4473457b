import { takeSteps } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest("data sources tell of members, groups and usage", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const { resourceGroups } = client.organizations;
  const { id } = await resourceGroups.create("acme", {
    name: "research",
    description: "New",
    users: [{ user: "bob", role: "write" }, { user: "alice", role: "read" }],
  });
  const spendLimits = { total: 500, jobs: 100 };
  await resourceGroups.update("acme", id, { spendLimits });
  await resourceGroups.create("acme", { name: "a" });
  await client.repos.create({ type: "model", id: "acme/m" }, {
    visibility: "private",
    resourceGroupId: id,
  });
  await takeSteps(workspace, [
    {
      name: "its members",
      config: `
data "huggingface_organization_members" "all" {
  organization = "acme"
}
data "huggingface_organization_members" "some" {
  organization = "acme"
  search       = "ali"
}
output "found" {
  value = {
    all     = data.huggingface_organization_members.all.usernames
    some    = data.huggingface_organization_members.some.members[*].role
    groups  = data.huggingface_organization_members.some.members[0].resource_groups
  }
}
`,
      outputs: {
        found: {
          all: ["alice", "bob", "sandbox"],
          some: ["write"],
          groups: [{ id, name: "research", role: "read" }],
        },
      },
    },
    {
      name: "a resource group",
      config: `
data "huggingface_resource_group" "by_name" {
  organization = "acme"
  name         = "research"
}
data "huggingface_resource_group" "by_id" {
  organization      = "acme"
  resource_group_id = data.huggingface_resource_group.by_name.resource_group_id
}
output "found" {
  value = {
    id        = data.huggingface_resource_group.by_name.resource_group_id
    name      = data.huggingface_resource_group.by_id.name
    about     = data.huggingface_resource_group.by_id.description
    limits    = data.huggingface_resource_group.by_id.spend_limits
    members   = data.huggingface_resource_group.by_id.members
    resources = data.huggingface_resource_group.by_id.resources
  }
}
`,
      outputs: {
        found: {
          id,
          name: "research",
          about: "New",
          limits: {
            total_cents: 500,
            inference_providers_cents: null,
            spaces_cents: null,
            jobs_cents: 100,
            endpoints_cents: null,
          },
          members: [
            { username: "alice", role: "read" },
            { username: "bob", role: "write" },
          ],
          resources: [{ type: "model", name: "acme/m" }],
        },
      },
    },
    {
      name: "its usage",
      config: `
data "huggingface_organization_usage" "this" {
  organization = "acme"
}
output "found" {
  value = {
    currency = data.huggingface_organization_usage.this.currency
    groups   = data.huggingface_organization_usage.this.months[0].resource_groups[*].name
    jobs     = data.huggingface_organization_usage.this.months[0].resource_groups[*].jobs_cents
  }
}
`,
      outputs: {
        found: {
          currency: "USD",
          groups: [null, "research", "a"],
          jobs: [0, 0, 0],
        },
      },
    },
  ]);
});

acceptanceTest("a data source says what an organization lacks", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const { resourceGroups } = client.organizations;
  for (const _ of ["one", "two"]) {
    await resourceGroups.create("acme", { name: "twice" });
  }
  const group = (more: string) =>
    `data "huggingface_resource_group" "this" {\n  organization = "acme"\n${more}\n}`;
  const cases = {
    "no such group": [group(`name = "none"`), "has no resource group none"],
    "two groups of one name": [
      group(`name = "twice"`),
      "several resource groups twice",
    ],
    "neither name nor id": [group(""), "resource_group_id"],
    "no such organization": [
      `data "huggingface_organization_members" "this" {\n  organization = "none"\n}`,
      "Cannot list the members of none",
    ],
    "a time that is none": [
      `data "huggingface_organization_usage" "this" {\n  start = "May"\n}`,
      "RFC 3339",
    ],
  } as const;
  await takeSteps(
    workspace,
    Object.entries(cases).map(([name, [config, fails]]) => ({
      name,
      config,
      fails,
    })),
  );
});
