import { assert, assertEquals, assertRejects } from "@std/assert";
import { AuthenticationError, type RepoRef } from "../../../mod.ts";
import {
  type CheckedClient,
  checkedClient,
  operations,
  violations,
} from "../../support/hub_openapi.ts";
import { cpuEndpoint } from "../../support/cpu_endpoint.ts";

const space: RepoRef = { type: "space", id: "acme/demo" };

async function useEverything({ client }: CheckedClient): Promise<void> {
  const { buckets, repos, spaces, files, refs, users } = client;
  const create = () =>
    repos.create({ type: "space", id: "acme/demo" }, {
      visibility: "protected",
      region: "eu",
      resourceGroupId: "aaaaaaaaaaaaaaaaaaaaaaaa",
      license: "apache-2.0",
      sdk: "docker",
      sdkVersion: "1",
      short_description: "What it is for",
      hardware: "t4-small",
      sleepTimeSeconds: -1,
      devModeEnabled: true,
      secrets: [{ key: "TOKEN", value: "x", description: "what" }],
      variables: [{ key: "MODE", value: "fast" }],
      volumes: [
        { type: "bucket", source: "acme/b", mountPath: "/b", readOnly: true },
        { type: "model", source: "acme/m", mountPath: "/m", revision: "v1" },
      ],
      files: [{ path: "Dockerfile", content: "FROM x", encoding: "utf-8" }],
    });
  await repos.create({ type: "model", id: "acme/m" });
  await repos.create({ type: "dataset", id: "acme/d" });
  await buckets.create("acme/b");
  await create();
  await create().catch(() => undefined);
  await repos.update(space, { visibility: "private" });
  await repos.update(space, { discussionsDisabled: true });
  await repos.setResourceGroup(space, null);
  await repos.listInventory("acme", { type: "space", limit: 10 }).toArray();
  await repos.listInventory(undefined, { search: "x" }).toArray();
  await repos.duplicate(space, "acme/copy", {
    visibility: "private",
    hardware: "cpu-basic",
    secrets: [{ key: "A", value: "b" }],
  });
  await spaces.setSecret(space.id, { key: "NEW", value: "x" });
  await spaces.getSecrets(space.id);
  await spaces.deleteSecret(space.id, "NEW");
  await spaces.setVariable(space.id, { key: "NEW", value: "x" });
  await spaces.getVariables(space.id);
  await spaces.deleteVariable(space.id, "NEW");
  await spaces.setVolumes(space.id, [
    { type: "dataset", source: "acme/d", mountPath: "/d", path: "sub" },
  ]);
  await spaces.setVolumes(space.id, []);
  await spaces.listHardware().toArray();
  await spaces.listTemplates().toArray();
  await spaces.getZeroGpuQuota();
  await files.commit(space, {
    summary: "Change",
    operations: [{ path: "a/b.txt", content: "x" }],
  });
  await files.list(space, { path: "a", recursive: true }).toArray();
  await files.getPaths(space, ["a/b.txt", "a", "none"], { expand: true });
  await files.listLarge(space, { limit: 10 }).toArray();
  await files.deleteLarge(space, ["0".repeat(64)]);
  await repos.createToken(space, { write: true, expiresIn: 60 });
  await users.createRegistryToken("registry.example", {
    scopes: ["a:b:pull", "c:d:push"],
  });
  await refs.compare(space, "main", "main");
  await refs.get(space);
  await refs.listCommits(space).toArray();
  await refs.createBranch(space, "dev", { startingPoint: "main" });
  await refs.superSquash(space, "dev", { message: "One" });
  await refs.deleteBranch(space, "dev");
  await refs.createTag(space, "v1", { message: "first" });
  await refs.deleteTag(space, "v1");
  await users.whoami();
  await repos.move(space, "acme/moved");
}

/** Calls methods without a resource: discussions, costs, access, tokens. */
async function useTheRest({ client, sandbox }: CheckedClient): Promise<void> {
  const { discussions, endpoints, files, jobs, repos, users } = client;
  const repo = { type: "model", id: "acme/asked" } as const;
  await repos.create({ type: "model", id: "acme/asked" });
  await files.getScan(repo);
  const { num } = await discussions.create(repo, {
    title: "A card",
    description: "",
    pullRequest: true,
  });
  await discussions.create(repo, { title: "Why", description: "Because" });
  await discussions.list(repo, { type: "pull_request", status: "open" })
    .toArray();
  await discussions.get(repo, num);
  await discussions.merge(repo, num, { comment: "Thanks" });
  await jobs.create("sandbox", {
    flavor: "cpu-basic",
    dockerImage: "python:3.12",
    command: ["true"],
  });
  await jobs.getUsage();
  await endpoints.checkAccess("acme", "infer");
  await endpoints.create("acme/asked", {
    ...cpuEndpoint,
    model: { ...cpuEndpoint.model, repository: "acme/asked" },
  });
  await endpoints.checkAccess("acme/asked", "write");
  await users.revokeLeakedTokens([sandbox.token]);
  await assertRejects(() => files.getScan(repo), AuthenticationError);
}

/** The operations that {@linkcode useTheRest} is for. */
const rest = [
  "GET /api/{repoType}/{namespace}/{repo}/scan",
  "GET /api/{repoType}/{namespace}/{repo}/discussions",
  "POST /api/{repoType}/{namespace}/{repo}/discussions",
  "GET /api/{repoType}/{namespace}/{repo}/discussions/{num}",
  "POST /api/{repoType}/{namespace}/{repo}/discussions/{num}/merge",
  "GET /api/settings/billing/usage/jobs",
  "POST /api/inference-endpoints/{namespace}/auth-check/{perms}",
  "POST /api/inference-endpoints/{namespace}/{endpoint}/auth-check/{perms}",
  "POST /api/credentials/revoke",
];

Deno.test("what is asked beside resources fits the Hub's OpenAPI document", async () => {
  const checked = checkedClient();
  await useTheRest(checked);
  const { found, seen } = checked.sandbox;
  assertEquals([...found], []);
  assertEquals(rest.filter((operation) => !seen.has(operation)), []);
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

async function useWebhooks(
  { client: { webhooks } }: CheckedClient,
): Promise<void> {
  const body = {
    watched: [
      { type: "model", name: "acme/model" },
      { type: "org", name: "acme" },
    ],
    domains: ["repo", "discussion"],
    url: "https://example.com/hook",
  };
  const { id } = await webhooks.create({ ...body, secret: "s3cret" });
  await webhooks.update(id, { ...body, domains: ["repo"] });
  await webhooks.disable(id);
  await webhooks.enable(id);
  await webhooks.create({
    watched: body.watched,
    domains: ["repo"],
    job: {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["python", "-c", "print(1)"],
      environment: { MODE: "fast" },
      secrets: { T: "hf_x" },
      labels: { team: "a" },
      timeoutSeconds: 60,
    },
  });
  await webhooks.list().toArray();
  await webhooks.get(id);
  await webhooks.replay(id, "0");
  await webhooks.delete(id);
}

async function useCollections({ client }: CheckedClient): Promise<void> {
  const { collections, repos } = client;
  for (const type of ["model", "dataset"] as const) {
    await repos.create({ type, id: `acme/${type}` });
  }
  const space = { type: "space", id: "acme/space" } as const;
  await repos.create(space, { sdk: "gradio" });
  const made = await collections.create("acme", {
    title: "All",
    description: "Everything",
    private: false,
    resourceGroupId: "aaaaaaaaaaaaaaaaaaaaaaaa",
    item: { type: "model", id: "acme/model" },
  });
  const { slug } = made;
  await collections.create("acme", { title: "All" })
    .catch(() => undefined);
  const other = await collections.create("sandbox", { title: "Other" });
  await collections.addItem(slug, { type: "dataset", id: "acme/dataset" });
  await collections.addItem(slug, { type: "space", id: "acme/space" });
  await collections.addItem(slug, { type: "paper", id: "2307.09288" });
  await collections.addItem(slug, {
    type: "collection",
    id: other.slug,
    note: "See also",
  });
  await collections.update(slug, {
    title: "Everything",
    description: "",
    position: 1,
    theme: "pink",
    private: true,
    gating: { mode: "manual", notifications: { mode: "bulk" } },
  });
  const { items = [] } = await collections.get(slug);
  await collections.get(other.slug);
  await collections.updateItem(slug, items[0]?._id ?? "", { position: 2 });
  const [{ _id } = { _id: "" }] = items;
  await collections.updateItems(slug, [{ _id, position: 0, note: "First" }]);
  await collections.list({ owner: ["acme"], limit: 1 }).toArray();
  await collections.removeItem(slug, items[0]?._id ?? "");
  await collections.delete(slug);
}

async function useAccessRequests({ client }: CheckedClient): Promise<void> {
  const { repos, accessRequests } = client;
  const repo = { type: "model", id: "sandbox/gated" };
  await repos.create({ type: "model", id: "gated" });
  await repos.update(repo, { gated: "manual" });
  const user = "somebody-else";
  await accessRequests.grant(repo, user);
  await accessRequests.list(repo, { status: "accepted", limit: 5 }).toArray();
  await accessRequests.handle(repo, { user }, { status: "pending" });
  await accessRequests.handleMany(repo, [user, "nobody"], {
    status: "rejected",
    rejectionReason: "No",
  });
  await accessRequests.cancel(repo).catch(() => undefined);
}

async function useBuckets(
  { client: { buckets } }: CheckedClient,
): Promise<void> {
  const id = "acme/data";
  const create = () =>
    buckets.create(id, {
      visibility: "private",
      region: "us",
      cdn: [{ provider: "gcp", region: "eu" }],
      resourceGroupId: "aaaaaaaaaaaaaaaaaaaaaaaa",
      description: "What for",
    });
  await create();
  await create().catch(() => undefined);
  const xetHash = "0".repeat(64);
  await buckets.batch(id, [{ type: "addFile", path: "a/b", xetHash }]);
  await buckets.batch(id, [{ type: "deleteFile", path: "x" }])
    .catch(() => undefined);
  await buckets.getResourceGroup(id);
  await buckets.setResourceGroup(id, null);
  await buckets.listFiles(id, { path: "a", recursive: true }).toArray();
  await buckets.getPaths(id, ["a", "a/b"]);
  await buckets.get(id);
  await buckets.update(id, { private: false });
  await buckets.update(id, { cdnRegions: [] });
  await buckets.list("acme", { search: "d" }).toArray();
  await buckets.delete(id);
}

async function useJobs({ client: { jobs } }: CheckedClient): Promise<void> {
  const { scheduled } = jobs;
  const labels = { team: "a" };
  const jobSpec = {
    flavor: "cpu-basic",
    dockerImage: "python:3.12",
    command: ["sleep"],
    arguments: ["10"],
    environment: { MODE: "fast" },
    secrets: { T: "x" },
    arch: "amd64",
    timeoutSeconds: 60,
    attempts: 2,
    labels,
    volumes: [{ type: "model", source: "acme/m", mountPath: "/m" }],
    expose: { ports: [80, 81], portsPublic: [80] },
    ssh: { enabled: true },
    resourceGroupId: "aaaaaaaaaaaaaaaaaaaaaaaa",
  };
  await jobs.listHardware().toArray();
  const { id } = await jobs.create("acme", jobSpec);
  await jobs.count("acme", { stages: ["RUNNING", "ERROR"] });
  await jobs.checkAccess("acme", "write");
  await jobs.checkAccess(`acme/${id}`, "read");
  await jobs.get(`acme/${id}`);
  await jobs.expose(`acme/${id}`, { ports: [80], portsPublic: [] });
  await jobs.setLabels(`acme/${id}`, { team: "b" });
  await jobs.cancel(`acme/${id}`);
  await jobs.get(`acme/${id}`);
  await jobs.duplicate(`acme/${id}`);
  await Array.fromAsync(jobs.followLogs(`acme/${id}`, { tail: 1 }));
  await jobs.list("acme", { labels, stages: ["RUNNING", "ERROR"] }).toArray();
  const made = await scheduled.create("acme", {
    jobSpec,
    schedule: "@daily",
    suspend: false,
    concurrency: false,
  });
  await scheduled.setSchedule(`acme/${made.id}`, "0 5 * * 1-5");
  await scheduled.setLabels(`acme/${made.id}`, labels);
  await scheduled.run(`acme/${made.id}`);
  await scheduled.run(`acme/${made.id}`).catch(() => undefined);
  await scheduled.get(`acme/${made.id}`);
  await scheduled.suspend(`acme/${made.id}`);
  await scheduled.resume(`acme/${made.id}`);
  await scheduled.list("acme", { label: "team=a" }).toArray();
  await scheduled.delete(`acme/${made.id}`);
}

Deno.test("answers to what no client asks fit the document too", async () => {
  const { sandbox, client } = checkedClient();
  const dataset = { type: "dataset", id: "acme/data" } as const;
  await client.repos.create(dataset);
  await client.repos.update(dataset, { gated: "manual" });
  const { slug } = await client.collections.create("acme", {
    title: "All",
    item: { type: "dataset", id: dataset.id },
  });
  const data = `/api/datasets/${dataset.id}`;
  const asking = `${data}/user-access-request`;
  const user = "somebody-else";
  const asked: readonly [
    method: "GET" | "POST" | "PUT" | "DELETE",
    string,
    unknown?,
  ][] = [
    ["GET", `/api/collections/${slug}/resource-group`],
    ["POST", `/api/collections/${slug}/resource-group`, {
      resourceGroupId: null,
    }],
    ["POST", `${asking}/grant`, { user }],
    ["GET", `${asking}/accepted`],
    ["POST", `${asking}/handle`, { user, status: "pending" }],
    ["POST", `${asking}/batch`, { requests: [{ user }], status: "rejected" }],
    ["GET", `${data}/scan`],
    ["GET", `${data}/treesize/main/.gitattributes`],
    ["GET", `${data}/resource-group`],
    ["POST", `${data}/resource-group`, { resourceGroupId: null }],
    ["PUT", "/api/organizations/acme/members/alice/role", { role: "read" }],
  ];
  for (const [method, path, body] of asked) {
    await client.request(method, path, { body });
  }
  assertEquals([...sandbox.found], []);
});

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

async function useOrganization({ client: { organizations } }: CheckedClient) {
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

/** Uses of the client, and how many operations they send at least. */
const uses: Readonly<
  Record<
    string,
    readonly [number, ...((checked: CheckedClient) => Promise<void>)[]]
  >
> = {
  "repositories": [31, useEverything],
  "what is automated": [
    41,
    useWebhooks,
    useCollections,
    useAccessRequests,
    useBuckets,
    useJobs,
  ],
  "an organization": [29, useGroups, useAccounts, useOrganization],
};

for (const [what, [least, ...all]] of Object.entries(uses)) {
  Deno.test(`requests and answers about ${what} fit the Hub's OpenAPI document`, async () => {
    const checked = checkedClient();
    for (const use of all) await use(checked);
    assertEquals([...checked.sandbox.found], []);
    assert(checked.sandbox.seen.size >= least, `${checked.sandbox.seen.size}`);
  });
}
