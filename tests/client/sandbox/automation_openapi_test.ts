import { assert, assertEquals } from "@std/assert";
import {
  type CheckedClient,
  checkedClient,
} from "../../support/hub_openapi.ts";

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

Deno.test("requests and answers about what is automated fit the Hub's OpenAPI document", async () => {
  const checked = checkedClient();
  await useWebhooks(checked);
  await useCollections(checked);
  await useAccessRequests(checked);
  await useBuckets(checked);
  await useJobs(checked);
  assertEquals([...checked.sandbox.found], []);
  assert(checked.sandbox.seen.size > 40, "the client asks what is looked at");
});

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
