import { assert, assertEquals, assertRejects } from "@std/assert";
import { AuthenticationError } from "../../../mod.ts";
import { cpuEndpoint } from "../../support/cpu_endpoint.ts";
import { operations, violations } from "../../support/hub_openapi.ts";
import { startInSandbox } from "../in_sandbox.ts";

Deno.test("what no other test asks fits the Hub's OpenAPI document", async () => {
  const { client, sandbox } = startInSandbox({ startupMs: 0, createMs: 0 });
  const { discussions, endpoints, files, jobs, repos, spaces, users } = client;
  const { invitations, resourceGroups, serviceAccounts } = client.organizations;
  const repo = { type: "model", id: "acme/asked" } as const;
  await repos.create({ type: "model", id: "acme/asked" });
  await repos.listInventory(undefined, { search: "x" }).toArray();
  const { num } = await discussions.create(repo, {
    title: "A card",
    description: "",
    pullRequest: true,
  });
  await discussions.create(repo, { title: "Why", description: "Because" });
  await discussions.list(repo, { type: "pull_request", status: "open" })
    .toArray();
  await discussions.get(repo, num);

  const space = { type: "space", id: "acme/demo" } as const;
  await repos.create(space, { sdk: "docker" });
  await spaces.setSecret(space.id, { key: "NEW", value: "x" });
  await spaces.deleteSecret(space.id, "NEW");
  await spaces.setVariable(space.id, { key: "NEW", value: "x" });
  await spaces.deleteVariable(space.id, "NEW");
  await spaces.listHardware().toArray();
  await spaces.listTemplates().toArray();
  await spaces.getZeroGpuQuota();

  const { id: job } = await jobs.create("acme", {
    flavor: "cpu-basic",
    dockerImage: "python:3.12",
    command: ["true"],
    expose: { ports: [80, 81], portsPublic: [80] },
  });
  await jobs.expose(`acme/${job}`, { ports: [80], portsPublic: [] });
  await endpoints.checkAccess("acme", "infer");
  await endpoints.create("acme/asked", {
    ...cpuEndpoint,
    model: { ...cpuEndpoint.model, repository: "acme/asked" },
  });
  await endpoints.checkAccess("acme/asked", "write");

  const { id } = await resourceGroups.create("acme", { name: "research" });
  await resourceGroups.update("acme", id, {
    name: "Research",
    spendLimits: { total: 100_00, jobs: 50_00, spaces: null },
  });
  await resourceGroups.addUsers("acme", id, [{ user: "bob", role: "read" }]);
  await resourceGroups.setUserRole("acme", id, "bob", "write");
  await resourceGroups.removeUser("acme", id, "bob");
  const { _id } = await serviceAccounts.create("acme", { name: "ci" });
  const { tokenInfo } = await serviceAccounts.createToken("acme", _id, {
    displayName: "main",
    permissions: ["repo.write"],
    repoIds: ["a".repeat(24)],
    repoPermissions: ["repo.content.read"],
    endpointPatterns: ["prod-*"],
    skipNetworkSecurity: true,
  });
  await serviceAccounts.updateToken("acme", _id, tokenInfo._id, {
    permissions: ["org.read"],
  });
  await serviceAccounts.get("acme", _id);
  await serviceAccounts.deleteToken("acme", _id, tokenInfo._id);
  const invited = await invitations.create("acme", {
    userName: "somebody-else",
    email: "else@example.com",
    externalId: "one",
  });
  await invitations.update("acme", invited.id, {
    externalId: "two",
    active: false,
  });
  await invitations.get("acme", invited.id);
  await invitations.list("acme", { filter: 'userName eq "somebody-else"' })
    .toArray();
  await invitations.delete("acme", invited.id);
  await client.organizations.updateNetworkSecurity("acme", {
    highRateLimits: true,
    blockedContents: [{ resource: "*", scope: "*" }],
    allowedContents: [{ resource: "model", scope: "acme" }],
    keepReposMetadataVisible: true,
  });
  await client.organizations.getNetworkSecurity("acme");

  await users.createRegistryToken("registry.example", {
    scopes: ["a:b:pull", "c:d:push"],
  });
  await users.revokeLeakedTokens([sandbox.token]);
  await assertRejects(() => files.getScan(repo), AuthenticationError);
  assertEquals(sandbox.seen.size, 36);
});

Deno.test("the check finds what does not fit", () => {
  const create = operations["POST /api/repos/create"]?.request;
  const body = { type: "space", name: "x", sdk: "docker" };
  assertEquals(violations(body, create), []);
  for (
    const wrong of [
      { ...body, sdk: "streamlit" },
      { ...body, sleepTimeSeconds: 0 },
      { ...body, hardware: "" },
      { ...body, secrets: [{ key: "1ST", value: "x" }] },
      { type: "space", sdk: "docker" },
    ]
  ) assert(violations(wrong, create).length > 0, JSON.stringify(wrong));
});
