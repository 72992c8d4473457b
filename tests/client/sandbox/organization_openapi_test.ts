import { assert, assertEquals } from "@std/assert";
import {
  type CheckedClient,
  checkedClient,
} from "../../support/hub_openapi.ts";

async function useGroups({ client }: CheckedClient): Promise<void> {
  const { repos, organizations } = client;
  const { resourceGroups } = organizations;
  await repos.create({ type: "model", id: "acme/m" });
  const { id } = await resourceGroups.create("acme", {
    name: "research",
    description: "What is new",
    users: [{ user: "alice", role: "admin" }],
    repos: [{ name: "acme/m", type: "model" }],
    autoJoin: { enabled: true, role: "read", scope: "read_plus" },
  });
  await resourceGroups.update("acme", id, {
    name: "Research",
    description: "",
    spendLimits: { total: 100_00, jobs: 50_00, spaces: null },
  });
  await resourceGroups.setAutoJoin("acme", id, { enabled: false });
  await resourceGroups.removeUser("acme", id, "bob");
  await resourceGroups.addUsers("acme", id, [{ user: "bob", role: "read" }]);
  await resourceGroups.setUserRole("acme", id, "bob", "write");
  await resourceGroups.get("acme", id);
  await resourceGroups.list("acme").toArray();
  await organizations.setMemberRole("acme", "bob", {
    role: "contributor",
    resourceGroups: [{ id, role: "admin" }],
  });
  await organizations.listMembers("acme", { search: "b" }).toArray();
  await organizations.getUsage("acme");
  await resourceGroups.delete("acme", id);
}

async function useAccounts({ client }: CheckedClient): Promise<void> {
  const { serviceAccounts } = client.organizations;
  const { _id } = await serviceAccounts.create("acme", {
    name: "ci",
    description: "Publishes",
  });
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
  await serviceAccounts.rotateToken("acme", _id, tokenInfo._id);
  await serviceAccounts.get("acme", _id);
  await serviceAccounts.list("acme").toArray();
  await serviceAccounts.deleteToken("acme", _id, tokenInfo._id);
  await serviceAccounts.delete("acme", _id);
}

async function useTheRest({ client: { organizations } }: CheckedClient) {
  const { invitations } = organizations;
  const { id } = await invitations.create("acme", {
    userName: "somebody-else",
    email: "else@example.com",
    externalId: "one",
  });
  await invitations.update("acme", id, { externalId: "two", active: false });
  await invitations.get("acme", id);
  await invitations.list("acme", { filter: 'userName eq "somebody-else"' })
    .toArray();
  await invitations.delete("acme", id);
  await organizations.updateNetworkSecurity("acme", {
    enforceAuth: true,
    enforceIpRestriction: true,
    highRateLimits: true,
    ipRanges: ["127.0.0.0/8", "2001:db8:0:0:0:0:0:0/32"],
    blockedContents: [{ resource: "*", scope: "*" }],
    allowedContents: [{ resource: "model", scope: "acme" }],
    keepReposMetadataVisible: true,
  });
  await organizations.getNetworkSecurity("acme");
  const [token] = await organizations.listTokens("acme").toArray();
  const events = await organizations.listAuditLog("acme").toArray();
  assert(events.some(({ type }) => type === "org.invite_user"));
  await organizations.revokeToken("acme", token?._id ?? "");
}

Deno.test("requests and answers about an organization fit the Hub's OpenAPI document", async () => {
  const checked = checkedClient();
  await useGroups(checked);
  await useAccounts(checked);
  await useTheRest(checked);
  assertEquals([...checked.sandbox.found], []);
  assert(checked.sandbox.seen.size > 28, `${checked.sandbox.seen.size}`);
});
