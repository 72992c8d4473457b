import {
  assert,
  assertEquals,
  assertNotEquals,
  assertRejects,
} from "@std/assert";
import {
  BadRequestError,
  ConflictError,
  HuggingFace,
  NotFoundError,
  PaymentRequiredError,
  type RepoRef,
  ResponseFormatError,
  type SpaceRuntime,
  WaitError,
} from "../../mod.ts";
import type { SandboxOptions } from "../../client/sandbox/mod.ts";
import { startInSandbox } from "./in_sandbox.ts";
import { Script } from "./script.ts";
import { encodeText } from "../support/text.ts";

const space: RepoRef<"space"> = { type: "space", id: "acme/demo" };
const app = { path: "app.py", content: "print('hi')", encoding: "utf-8" };

const start = (options: SandboxOptions = {}) =>
  startInSandbox({ startupMs: 10, ...options }, (sandbox) => ({
    maxRetries: undefined,
    sleep: (ms) => Promise.resolve(sandbox.advance(ms)),
  }));

function create(client: HuggingFace, name = "demo"): Promise<unknown> {
  return client.repos.create({ type: "space", id: `acme/${name}` }, {
    sdk: "gradio",
    visibility: "private",
    files: [{ ...app, encoding: "utf-8" }],
    secrets: [{ key: "TOKEN", value: "s3cret" }],
    variables: [{ key: "MODE", value: "fast", description: "How" }],
  });
}

Deno.test("a Space is created with its secrets and variables in one request", async () => {
  const { sandbox, client } = start();
  await create(client);
  assertEquals(sandbox.requests.map(({ path }) => path), [
    "/api/repos/create",
  ]);
  const secrets = await client.spaces.getSecrets(space.id);
  assertEquals(Object.keys(secrets), ["TOKEN"]);
  assert(!JSON.stringify(secrets).includes("s3cret"));
  const variables = await client.spaces.getVariables(space.id);
  assertEquals(variables["MODE"]?.value, "fast");
});

Deno.test("waiting ends at once when the build fails, and the log says why", async () => {
  const { client } = start();
  await create(client);
  await client.files.commit(space, {
    summary: "break it",
    operations: [{ path: "app.py", content: "fail-to-build" }],
  });
  const error = await assertRejects(
    () => client.spaces.waitFor(space.id),
    WaitError,
    "BUILD_ERROR",
  );
  assertEquals((error.last as SpaceRuntime).stage, "BUILD_ERROR");
  const lines = await client.spaces.logs.last(space.id, "build", {
    tail: 1,
    quietMs: 500,
  });
  assertEquals(lines.map(({ data }) => data), [
    "Job failed with exit code: 1. Reason: cache miss: [2/2] RUN make",
  ]);
});

Deno.test("a log that goes on and on has last lines after some time", async () => {
  let ms = 0;
  const line = encodeText(`data: ${JSON.stringify({ data: "on" })}\n\n`);
  const script = new Script(
    new Response(
      new ReadableStream({
        pull(controller) {
          ms += 1000;
          controller.enqueue(line);
        },
      }),
    ),
  );
  const { spaces } = new HuggingFace({ ...script.options(), now: () => ms });
  const last = await spaces.logs.last(space.id, "run", { tail: 2 });
  assertEquals(last.map(({ data }) => data), ["on", "on"]);
});

Deno.test("files are committed, listed, read and deleted", async () => {
  const { client } = start();
  await create(client);
  const { commitOid } = await client.files.commit(space, {
    summary: "two files",
    operations: [
      { path: "data/a.txt", content: "ä" },
      { path: "b.txt", content: new Uint8Array([0x62]) },
      { deleted: "app.py" },
    ],
  });
  assertEquals((await client.repos.get(space)).sha, commitOid);
  assertEquals(await client.files.read(space, "data/a.txt"), "ä");
  const tree = await client.files.list(space, { recursive: true }).toArray();
  assertEquals(
    tree.filter(({ type }) => type === "file").map(({ path }) => path),
    [".gitattributes", "README.md", "b.txt", "data/a.txt"],
  );
  await assertRejects(() => client.files.read(space, "app.py"), NotFoundError);
});

Deno.test("content that is neither text nor bytes is refused where it is sent", async () => {
  const { client: { files, repos } } = start();
  const repo = { type: "model", id: "acme/m" } as const;
  await repos.create(repo);
  for (const content of [1, {}, new ArrayBuffer(1)]) {
    const operations = [{ path: "a.bin", content: content as string }];
    const answer = files.commit(repo, { summary: "Wrong", operations });
    await assertRejects(() => answer, BadRequestError, "at content");
  }
});

Deno.test("a text keeps its byte order mark, and what is no text is refused", async () => {
  const { client: { files, repos } } = start();
  await repos.create({ type: "model", id: "acme/m" });
  const repo = { type: "model", id: "acme/m" } as const;
  await files.commit(repo, {
    summary: "Two files",
    operations: [
      {
        path: "data/bom.txt",
        content: new Uint8Array([0xef, 0xbb, 0xbf, 0x61]),
      },
      { path: "data/latin.txt", content: new Uint8Array([0xe4]) },
    ],
  });
  assertEquals(await files.read(repo, "data/bom.txt"), "\ufeffa");
  await assertRejects(
    () => files.read(repo, "data/latin.txt"),
    ResponseFormatError,
    "not UTF-8",
  );
  const { data: file, response } = await files.download(repo, "data/latin.txt")
    .withResponse();
  assertEquals([response.status, file.status], [200, 200]);
  assertEquals(
    new Uint8Array(await file.arrayBuffer()),
    new Uint8Array([0xe4]),
  );
  const paths = async (path: string) =>
    (await files.list(repo, { path }).toArray()).map(({ path }) => path);
  assertEquals(await paths("data/"), ["data/bom.txt", "data/latin.txt"]);
  assertEquals(await paths(""), [".gitattributes", "data"]);
  assertEquals(await files.getSize(repo, { path: "data/" }), 5);
  assert(await files.getSize(repo, { path: "" }) > 5);
});

Deno.test("a taken name, a missing plan and a missing Space are told apart", async () => {
  const { client } = start({
    organizations: [{ name: "acme" }, { name: "poor", plan: null }],
  });
  await create(client);
  await assertRejects(() => create(client), ConflictError);
  await assertRejects(
    () =>
      client.repos.create({ type: "space", id: "poor/x" }, { sdk: "docker" }),
    PaymentRequiredError,
  );
  const missing: RepoRef = { type: "space", id: "acme/none" };
  assertEquals(await client.repos.exists(missing), false);
  await client.repos.delete(space);
  await assertRejects(() => client.repos.delete(space), NotFoundError);
});

Deno.test("hardware, sleep time, volumes, dev mode and pause are set and read back", async () => {
  const { client } = start();
  await create(client);
  await client.spaces.setHardware(space.id, {
    flavor: "t4-small",
    sleepTimeSeconds: 600,
  });
  await client.buckets.create("acme/data");
  await client.spaces.setVolumes(space.id, [
    { type: "bucket", source: "acme/data", mountPath: "/data" },
  ]);
  await client.spaces.setDevMode(space.id, true);
  await client.spaces.setReplicas(space.id, 2);
  const runtime = await client.spaces.waitFor(space.id);
  assertEquals({
    stage: runtime.stage,
    requested: runtime.hardware?.requested,
    gcTimeout: runtime.gcTimeout,
    devMode: runtime.devMode,
    replicas: runtime.replicas?.requested,
    volumes: runtime.volumes?.map(({ mountPath }) => mountPath),
  }, {
    stage: "RUNNING",
    requested: "t4-small",
    gcTimeout: 600,
    devMode: true,
    replicas: 2,
    volumes: ["/data"],
  });
  const paused = await client.spaces.pause(space.id);
  assertEquals([paused.stage, paused.gcTimeout], ["PAUSED", undefined]);
  await client.spaces.setVolumes(space.id, []);
  const restarted = await client.spaces.restart(space.id);
  assertEquals([restarted.stage, restarted.volumes], ["BUILDING", undefined]);
});

Deno.test("a change of volumes restarts a Space, a commit leaves the one before served", async () => {
  const { client } = start({ startupMs: 1000 });
  await create(client);
  await client.spaces.waitFor(space.id);
  for (const content of ["1", "2"]) {
    const operations = [{ ...app, content }];
    await client.files.commit(space, { summary: "Change", operations });
    const { stage, hardware } = await client.spaces.getRuntime(space.id);
    assertEquals([stage, hardware?.current], ["RUNNING_BUILDING", "cpu-basic"]);
  }
  await client.buckets.create("acme/data");
  const volume = { type: "bucket", source: "acme/data", mountPath: "/data" };
  for (const volumes of [[volume], []]) {
    await client.spaces.waitFor(space.id);
    await client.spaces.setVolumes(space.id, volumes);
    assertNotEquals(
      (await client.spaces.getRuntime(space.id)).stage,
      "RUNNING",
    );
  }
});

Deno.test("branches, tags and commits are listed", async () => {
  const { client } = start();
  await create(client);
  await client.refs.createBranch(space, "dev");
  await client.refs.createTag(space, "v1", { revision: "dev" });
  const refs = await client.refs.get(space);
  assertEquals(refs.branches.map(({ name }) => name), ["main", "dev"]);
  assertEquals(refs.tags.map(({ name }) => name), ["v1"]);
  const commits = await client.refs.listCommits(space).toArray();
  assertEquals(commits.map(({ title }) => title), ["initial commit"]);
  await client.refs.deleteTag(space, "v1");
  await client.refs.deleteBranch(space, "dev");
  assertEquals((await client.refs.get(space)).branches.length, 1);
});

Deno.test("lists are read page by page, and inventories are searched", async () => {
  const { client } = start();
  for (const name of ["one", "two", "other"]) await create(client, name);
  const options = { author: "acme", pageSize: 2, expand: ["runtime" as const] };
  const tagged = client.repos.list("space", { filter: ["docker"] });
  assertEquals(await Array.fromAsync(tagged), []);
  const first = await client.repos.list("space", options);
  assertEquals(first.items.map(({ id }) => id), ["acme/one", "acme/two"]);
  const second = await client.repos.list("space", {
    ...options,
    cursor: first.nextCursor,
  });
  assertEquals(second.items.map(({ id }) => id), ["acme/other"]);
  assertEquals(second.nextCursor, undefined);
  const found = await client.repos.listInventory("acme", {
    search: "O",
    type: "space",
    limit: 10,
  }).toArray();
  assertEquals(found.map(({ id }) => id), [
    "acme/one",
    "acme/two",
    "acme/other",
  ]);
  const few = client.repos.listInventory("acme", { search: "oth" });
  assertEquals((await Array.fromAsync(few)).map((one) => one.visibility), [
    "private",
  ]);
  const models = client.repos.listInventory("acme", { type: "model" });
  assertEquals(await Array.fromAsync(models), []);
  await assertRejects(
    () => client.repos.listInventory("sandbox").toArray(),
    NotFoundError,
  );
});

Deno.test("a wait can be for the hardware that was asked for", async () => {
  const { client, sandbox } = start();
  await create(client);
  await client.spaces.waitFor(space.id);
  sandbox.addFault({
    match: { path: "/runtime" },
    action: {
      status: 200,
      body: {
        stage: "RUNNING",
        hardware: { current: "cpu-basic", requested: "t4-small" },
      },
    },
    times: 3,
  });
  await client.spaces.setHardware(space.id, { flavor: "t4-small" });
  sandbox.clearRequests();
  const { hardware } = await client.spaces.waitFor(space.id, {
    onRequestedHardware: true,
  });
  assertEquals(hardware?.current, "t4-small");
  assert(sandbox.requests.length > 3);
});

for (const stage of ["BUILD_ERROR", "CONFIG_ERROR", "PAUSED"]) {
  Deno.test(`a wait for hardware ends in the stage ${stage}, in which a Space has none`, async () => {
    const { client, sandbox } = start();
    await create(client);
    const hardware = { current: null, requested: "t4-small" };
    sandbox.addFault({
      match: { path: "/runtime" },
      action: { status: 200, body: { stage, hardware } },
      times: 3,
    });
    const options = { onRequestedHardware: true };
    await assertRejects(
      () => client.spaces.waitFor(space.id, options),
      WaitError,
      `it stays in stage ${stage}`,
    );
  });
}

Deno.test("a Space starts after 60 % of its time, and runs at the end", async () => {
  const { client, sandbox } = start({ startupMs: 1000, now: () => 0 });
  await create(client);
  const stages: (string | undefined)[] = [];
  for (const passed of [599, 1, 399, 1]) {
    sandbox.advance(passed);
    stages.push((await client.spaces.getRuntime(space.id)).stage);
  }
  const [building, starting] = ["BUILDING", "APP_STARTING"];
  assertEquals(stages, [building, starting, starting, "RUNNING"]);
});

Deno.test("a Space that nobody uses falls asleep when its time is up", async () => {
  const { client, sandbox } = start();
  await create(client);
  await client.spaces.waitFor(space.id);
  await client.spaces.setHardware(space.id, {
    flavor: "t4-small",
    sleepTimeSeconds: 60,
  });
  await client.spaces.waitFor(space.id);
  sandbox.advance(59_000);
  assertEquals((await client.spaces.getRuntime(space.id)).stage, "RUNNING");
  sandbox.advance(2_000);
  const asleep = await client.spaces.getRuntime(space.id);
  assertEquals([asleep.stage, asleep.hardware?.current], ["SLEEPING", null]);
  await client.spaces.restart(space.id);
  assertEquals((await client.spaces.waitFor(space.id)).stage, "RUNNING");
});
