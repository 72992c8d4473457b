import { assert, assertEquals } from "@std/assert";
import type { Sandbox, SandboxOptions } from "../../../client/sandbox/mod.ts";
import { startInSandbox } from "../in_sandbox.ts";
import { ask, stillSandbox } from "./fixtures.ts";

const origin = "https://huggingface.co";
const acme = "/api/organizations/acme";

const start = (options: SandboxOptions = {}) =>
  startInSandbox({
    startupMs: 1000,
    createMs: 0,
    now: () => Date.UTC(2026, 10, 21, 9),
    ...options,
  });

async function statusOf(
  sandbox: Sandbox,
  line: string,
  token: string | null = sandbox.token,
): Promise<number> {
  return (await ask(sandbox, line, undefined, { origin, token })).status;
}

const featuresByPlan = [
  [null, []],
  ["team", ["/resource-groups", "/audit-log/export"]],
  ["enterprise", [
    "/resource-groups",
    "/audit-log/export",
    "/service-accounts",
    "/scim-provisioning/v2/Users",
  ]],
  ["plus", [
    "/resource-groups",
    "/audit-log/export",
    "/service-accounts",
    "/scim-provisioning/v2/Users",
    "/settings/network-security",
  ]],
] as const;

Deno.test("an organization has the features of its plan only", async () => {
  const all = featuresByPlan[3][1];
  for (const [plan, features] of featuresByPlan) {
    const { sandbox } = start({ organizations: [{ name: "acme", plan }] });
    for (const feature of all) {
      const has = (features as readonly string[]).includes(feature);
      assertEquals(
        await statusOf(sandbox, `GET ${acme}${feature}`),
        has ? 200 : 402,
        `${plan} ${feature}`,
      );
    }
  }
});

Deno.test("what a role or a token may not do is refused", async () => {
  const { sandbox } = start({
    organizations: [{ name: "acme", plan: "plus" }],
    tokens: { hf_alice: "alice:write", hf_fine: "org.read@acme" },
  });
  const accounts = `GET ${acme}/service-accounts`;
  assertEquals(await statusOf(sandbox, accounts, "hf_alice"), 403);
  assertEquals(await statusOf(sandbox, accounts, "hf_fine"), 403);
  assertEquals(await statusOf(sandbox, accounts, null), 401);
  const groups = `GET ${acme}/resource-groups`;
  assertEquals(await statusOf(sandbox, groups, "hf_alice"), 200);
  assertEquals(
    await statusOf(sandbox, "GET /api/organizations/no/resource-groups"),
    404,
  );
});

Deno.test("all members join a group at once that all join, and stay when it ends", async () => {
  const { sandbox, client: { organizations } } = start();
  const { resourceGroups, invitations } = organizations;
  const { id } = await resourceGroups.create("acme", {
    name: "all",
    autoJoin: { enabled: true, role: "read" },
  });
  const names = async () =>
    (await resourceGroups.get("acme", id)).users?.map(({ name }) => name);
  assertEquals(await names(), ["sandbox", "alice", "bob"]);
  await invitations.create("acme", {
    userName: "somebody-else",
    email: "a@example.com",
    externalId: "1",
  });
  assertEquals((await names())?.length, 3);
  await ask(
    sandbox,
    "POST /_sandbox/organizations/acme/invitations/somebody-else/accept",
    undefined,
    { origin },
  );
  assertEquals((await names())?.length, 4);
  const off = await resourceGroups.setAutoJoin("acme", id, { enabled: false });
  assertEquals(off.users?.length, 4);
});

Deno.test("a group has what its organization owns, which belongs to none when it is gone", async () => {
  const { client: { repos, organizations: { resourceGroups } } } = start();
  const ours = { type: "model", id: "acme/x" } as const;
  const theirs = { type: "model", id: "sandbox/x" } as const;
  for (const repo of [ours, theirs]) await repos.create(repo);
  const { id } = await resourceGroups.create("acme", {
    name: "some",
    repos: [ours, theirs].map(({ type, id: name }) => ({ type, name })),
  });
  assertEquals((await repos.getResourceGroup(ours))?.id, id);
  assertEquals(await repos.getResourceGroup(theirs), null);
  await resourceGroups.delete("acme", id);
  assertEquals(await repos.getResourceGroup(ours), null);
});

Deno.test("a change of a role replaces all memberships in groups", async () => {
  const { client: { organizations } } = start();
  const { resourceGroups } = organizations;
  const users = [{ user: "bob", role: "read" }];
  const one = await resourceGroups.create("acme", { name: "one", users });
  const two = await resourceGroups.create("acme", { name: "two" });
  await organizations.setMemberRole("acme", "bob", {
    role: "write",
    resourceGroups: [{ id: two.id, role: "admin" }],
  });
  const [bob] = await organizations.listMembers("acme", { search: "bob" })
    .toArray();
  assertEquals(bob?.role, "write");
  assertEquals(bob?.resourceGroups?.map(({ id }) => id), [two.id]);
  assertEquals((await resourceGroups.get("acme", one.id)).users, []);
});

Deno.test("a service account's token does what it may until it is rotated", async () => {
  const { sandbox, client, as } = start();
  const { serviceAccounts } = client.organizations;
  const { _id } = await serviceAccounts.create("acme", { name: "ci" });
  const { token, tokenInfo } = await serviceAccounts.createToken("acme", _id, {
    permissions: ["repo.write"],
  });
  const robot = as(token);
  const model = { type: "model", id: "acme/m" } as const;
  await robot.repos.create(model);
  const refused = robot.organizations.serviceAccounts.list("acme").toArray();
  assertEquals(await refused.catch(({ status }) => status), 403);
  const next = await serviceAccounts.rotateToken("acme", _id, tokenInfo._id);
  assert(next.token !== token);
  assertEquals(await statusOf(sandbox, "GET /api/whoami-v2", token), 401);
  assertEquals(await statusOf(sandbox, "GET /api/whoami-v2", next.token), 200);
  await serviceAccounts.delete("acme", _id);
  assertEquals(await statusOf(sandbox, "GET /api/whoami-v2", next.token), 401);
});

Deno.test("an organization that only some addresses may use refuses others", async () => {
  const { sandbox, client: { organizations } } = start({
    address: "192.0.2.7",
  });
  const set = (ipRanges: string[]) =>
    organizations.updateNetworkSecurity("acme", {
      enforceIpRestriction: true,
      ipRanges,
    });
  await set(["192.0.2.0/24"]);
  const line = `GET ${acme}/resource-groups`;
  assertEquals(await statusOf(sandbox, line), 200);
  await set(["198.51.100.0/24"]);
  assertEquals(await statusOf(sandbox, line), 403);
});

Deno.test("the audit log and the usage follow from what was done", async () => {
  const { client } = start();
  const { organizations, repos, jobs } = client;
  const { id } = await organizations.resourceGroups.create("acme", {
    name: "g",
  });
  await repos.create({ type: "model", id: "acme/m" }, {
    resourceGroupId: id,
    visibility: "private",
  });
  await jobs.create("acme", {
    flavor: "cpu-basic",
    dockerImage: "x",
    command: ["sleep", "60"],
    resourceGroupId: id,
  });
  const events = await organizations.listAuditLog("acme").toArray();
  assertEquals(events.map(({ type }) => type), [
    "jobs.create",
    "repo.create",
    "resource_group.create",
  ]);
  const query = "type:repo.create";
  assertEquals(
    (await organizations.listAuditLog("acme", { query }).toArray()).length,
    1,
  );
  const { periods: [period] } = await organizations.getUsage("acme");
  const used = period?.resourceGroups.find((group) => group.id === id);
  assert((used?.storage.privateGB ?? 0) > 0);
});

Deno.test("a member's token that is revoked no longer works in the organization", async () => {
  const { sandbox, client: { organizations } } = start({
    tokens: { hf_alice: "alice:write" },
  });
  const tokens = await organizations.listTokens("acme").toArray();
  const hers = tokens.find(({ owner }) => owner?.name === "alice");
  const line = `GET ${acme}/resource-groups`;
  assertEquals(await statusOf(sandbox, line, "hf_alice"), 200);
  await organizations.revokeToken("acme", hers?._id ?? "");
  assertEquals(await statusOf(sandbox, line, "hf_alice"), 403);
  assertEquals(await statusOf(sandbox, "GET /api/whoami-v2", "hf_alice"), 200);
});

function sandboxOf(
  members: Record<string, "contributor" | "no_access">,
): Sandbox {
  return stillSandbox({
    createMs: 0,
    tokens: { hf_alice: "alice:write", hf_bob: "bob:write" },
    organizations: [{ name: "acme", members }],
  });
}

async function statusFor(
  sandbox: Sandbox,
  token: string,
  line: string,
  body?: Record<string, string | boolean>,
): Promise<number> {
  return (await ask(sandbox, line, body, { origin, token })).status;
}

const create = "POST /api/repos/create";

Deno.test("a contributor changes what is their own, and nothing else", async () => {
  const sandbox = sandboxOf({ alice: "contributor" });
  const made = (token: string, name: string) =>
    statusFor(sandbox, token, create, { organization: "acme", name });
  assertEquals(await made(sandbox.token, "ours"), 200);
  assertEquals(await made("hf_alice", "hers"), 200);
  assertEquals(await made("hf_bob", "his"), 403);
  const hide = (token: string, name: string) =>
    statusFor(sandbox, token, `PUT /api/models/acme/${name}/settings`, {
      private: true,
    });
  assertEquals(await hide("hf_alice", "hers"), 200);
  assertEquals(await hide("hf_alice", "ours"), 403);
  assertEquals(await hide("hf_bob", "ours"), 403);
  assertEquals(
    await statusFor(sandbox, "hf_bob", "GET /api/models/acme/hers"),
    404,
  );
});

Deno.test("who has no access sees what strangers see", async () => {
  const sandbox = sandboxOf({ alice: "no_access" });
  const body = { organization: "acme", name: "ours", private: true };
  assertEquals(await statusFor(sandbox, sandbox.token, create, body), 200);
  const read = "GET /api/models/acme/ours";
  assertEquals(await statusFor(sandbox, "hf_alice", read), 404);
});

Deno.test("an admin changes roles, where the plan has them", async () => {
  const sandbox = sandboxOf({ alice: "contributor" });
  const role = (token: string, user: string, role: string) =>
    statusFor(
      sandbox,
      token,
      `PUT /api/organizations/acme/members/${user}/role`,
      {
        role,
      },
    );
  assertEquals(await role("hf_alice", "alice", "admin"), 403);
  assertEquals(await role(sandbox.token, "nobody", "read"), 404);
  assertEquals(await role(sandbox.token, "alice", "owner"), 400);
  assertEquals(await role(sandbox.token, "alice", "admin"), 200);
  assertEquals(await role("hf_alice", "sandbox", "read"), 200);
  const poor = stillSandbox({ organizations: [{ name: "poor", plan: null }] });
  const line = "PUT /api/organizations/poor/members/alice/role";
  const answer = await ask(poor, line, { role: "read" }, { origin });
  assertEquals(answer.status, 402);
});

Deno.test("a free account has what its plan includes", async () => {
  const sandbox = sandboxOf({});
  const made = (body: Record<string, string | boolean>) =>
    statusFor(sandbox, "hf_alice", create, { name: "x", ...body });
  const space = { type: "space", private: true };
  assertEquals(await made({ ...space, sdk: "gradio" }), 402);
  assertEquals(await made({ region: "eu" }), 402);
  assertEquals(await made({ ...space, sdk: "static" }), 200);
});
