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

Deno.test("requests of the client and answers of the sandbox fit the Hub's OpenAPI document", async () => {
  const checked = checkedClient();
  await useEverything(checked);
  assertEquals([...checked.sandbox.found], []);
  assert(checked.sandbox.seen.size > 30, "the client asks what is looked at");
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
