import { assertEquals, assertRejects } from "@std/assert";
import {
  type BucketOperation,
  ConflictError,
  type CreateBucket,
  PaymentRequiredError,
} from "../../mod.ts";
import { refusal, startInSandbox } from "./in_sandbox.ts";

const start = () =>
  startInSandbox({
    organizations: [{ name: "acme" }, { name: "free", plan: null }],
    tokens: { hf_read: "read", hf_jobs: "job.write" },
  });

const xetHash = "a".repeat(64);

function add(path: string): BucketOperation {
  return { type: "addFile", path, xetHash, mtime: 0, contentType: "text/x" };
}

Deno.test("a bucket is made, found, changed and deleted", async () => {
  const { client: { buckets } } = start();
  const made = await buckets.create("acme/data", {
    visibility: "private",
    region: "eu",
    cdn: [{ provider: "aws", region: "eu" }],
    description: "What we train on",
  });
  assertEquals(made.name, "acme/data");
  const before = await buckets.get("acme/data");
  assertEquals(
    [before._id, before.private, before.cdnRegions, before.description],
    [made.id, true, [{ provider: "aws", region: "eu" }], "What we train on"],
  );
  await buckets.update("acme/data", { private: false });
  await buckets.update("acme/data", { cdnRegions: [] });
  const after = await buckets.get("acme/data");
  assertEquals([after.private, after.cdnRegions], [false, []]);
  await buckets.create("me/mine");
  const list = async (namespace: string, search?: string) =>
    (await buckets.list(namespace, { search }).toArray())
      .map(({ id }) => id);
  assertEquals(await list("acme"), ["acme/data"]);
  assertEquals(await list("acme", "x"), []);
  assertEquals(await list("me", "MIN"), ["sandbox/mine"]);
  await buckets.delete("acme/data");
  assertEquals(await refusal(() => buckets.get("acme/data")), 404);
});

Deno.test("a name that is taken is refused with the id of the other", async () => {
  const { client: { buckets } } = start();
  const { id, url } = await buckets.create("acme/data");
  const error = await assertRejects(
    () => buckets.create("acme/data"),
    ConflictError,
  );
  assertEquals(error.body, {
    error: "You already created this bucket",
    url,
    id,
  });
});

Deno.test("a renamed bucket keeps its files, and its old name leads there", async () => {
  const { client: { buckets, repos }, sandbox } = start();
  const { id } = await buckets.create("acme/data");
  await buckets.batch("acme/data", [add("a.txt")]);
  const bucket = { type: "bucket", id: "acme/data" };
  await repos.move(bucket, "sandbox/moved");
  const moved = await buckets.get("acme/data");
  assertEquals(sandbox.requests.map(({ status }) => status).slice(-2), [
    307,
    200,
  ]);
  assertEquals([moved._id, moved.id, moved.totalFiles], [
    id,
    "sandbox/moved",
    1,
  ]);
  await buckets.create("acme/other");
  await assertRejects(
    () => repos.move({ ...bucket, id: "acme/other" }, "sandbox/moved"),
    ConflictError,
  );
  await buckets.delete("sandbox/moved");
  assertEquals(await refusal(() => buckets.get("acme/data")), 404);
});

Deno.test("files are listed by folder, and counted", async () => {
  const { client: { buckets } } = start();
  const id = "acme/data";
  await buckets.create(id);
  const done = await buckets.batch(id, [
    add("a.txt"),
    add("b/c.txt"),
    {
      ...{ type: "copyFile", path: "b/d/e.txt", xetHash },
      ...{ sourceRepoType: "model", sourceRepoId: "acme/m" },
    },
    { type: "deleteFile", path: "nowhere" },
  ]);
  assertEquals(done, {
    success: false,
    processed: 4,
    succeeded: 3,
    failed: [{ path: "nowhere", error: "File not found" }],
  });
  const list = async (
    options: Parameters<typeof buckets.listFiles>[1],
  ) =>
    (await buckets.listFiles(id, options).toArray())
      .map(({ type, path }) => `${type} ${path}`);
  assertEquals(await list({}), ["file a.txt", "directory b"]);
  assertEquals(await list({ path: "b" }), ["file b/c.txt", "directory b/d"]);
  assertEquals(await list({ recursive: true, limit: 2 }), [
    "file a.txt",
    "file b/c.txt",
  ]);
  const found = await buckets.getPaths(id, ["b", "b/c.txt", "x"]);
  assertEquals(found.map(({ type }) => type), ["directory", "file"]);
  assertEquals((await buckets.get(id)).totalFiles, 3);
  await buckets.batch(id, [{ type: "deleteFile", path: "a.txt" }]);
  assertEquals((await buckets.get(id)).totalFiles, 2);
});

Deno.test("a file of a bucket is read", async () => {
  const { client: { buckets } } = start();
  await buckets.create("acme/data");
  await buckets.batch("acme/data", [add("a/b c.txt")]);
  const [file] = await buckets.getPaths("acme/data", ["a/b c.txt"]);
  const bytes = await buckets.readBytes("acme/data", "a/b c.txt");
  assertEquals(bytes.length, file?.size);
  const missing = () => buckets.readBytes("acme/data", "nowhere");
  assertEquals(await refusal(missing), 404);
});

Deno.test("a bucket joins a resource group and leaves it, on paid plans", async () => {
  const { client: { buckets } } = start();
  const group = "a".repeat(24);
  for (const id of ["acme/data", "free/data"]) await buckets.create(id);
  assertEquals(await buckets.getResourceGroup("acme/data"), null);
  for (const wanted of [group, null]) {
    await buckets.setResourceGroup("acme/data", wanted);
    const found = await buckets.getResourceGroup("acme/data");
    assertEquals(found?.id ?? null, wanted);
    const { resourceGroup } = await buckets.get("acme/data");
    assertEquals(resourceGroup?.id ?? null, wanted);
  }
  await assertRejects(
    () => buckets.setResourceGroup("free/data", group),
    PaymentRequiredError,
  );
});

Deno.test("the sandbox refuses what the Hub's document refuses", async () => {
  const { client: { buckets } } = start();
  const wrong: readonly (CreateBucket & { private?: boolean })[] = [
    { visibility: "protected" },
    { visibility: "private", private: true },
    { region: "asia" },
    { cdn: [{ provider: "azure", region: "us" }] },
    { resourceGroupId: "group" },
  ];
  for (const body of wrong) {
    assertEquals(await refusal(() => buckets.create("acme/x", body)), 400);
  }
  assertEquals(await refusal(() => buckets.create("acme/a--b")), 400);
  await assertRejects(
    () => buckets.create("free/x", { region: "eu" }),
    PaymentRequiredError,
  );
  await buckets.create("acme/x");
  const late = [{ type: "deleteFile", path: "a" }, add("b")] as const;
  assertEquals(await refusal(() => buckets.batch("acme/x", late)), 400);
  const gone = [{ type: "deleteFile", path: "a" }] as const;
  assertEquals(await refusal(() => buckets.batch("acme/x", gone)), 422);
  for (const path of ["", "/a", "a/../b"]) {
    const status = await refusal(() => buckets.batch("acme/x", [add(path)]));
    assertEquals(status, path === "" ? 400 : 422, path);
  }
});

Deno.test("a private bucket is hidden, and only writers change one", async () => {
  const { client, as } = start();
  await client.buckets.create("acme/data", { visibility: "private" });
  const info = (token: string) => as(token).buckets.get("acme/data");
  assertEquals((await info("hf_read")).id, "acme/data");
  assertEquals(await refusal(() => info("hf_jobs")), 404);
  assertEquals(await refusal(() => info("")), 401);
  assertEquals(
    await refusal(() => as("hf_read").buckets.delete("acme/data")),
    403,
  );
  assertEquals(
    await refusal(() => client.buckets.create("somebody-else/x")),
    403,
  );
});

Deno.test("a bucket can be put into a collection", async () => {
  const { client } = start();
  await client.buckets.create("acme/data");
  const { slug } = await client.collections.create("acme", {
    title: "Data",
    item: { type: "bucket", id: "acme/data" },
  });
  const ids = async () =>
    (await client.collections.get(slug)).items?.map(({ id }) => id);
  assertEquals(await ids(), ["acme/data"]);
  await client.buckets.delete("acme/data");
  assertEquals(await ids(), []);
});
