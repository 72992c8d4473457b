/**
 * The functions of `@huggingface/hub`, each tried on the sandbox, and counted
 * as judge.py does. `HUB_JS` is the address of the package's module.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import process from "node:process";

const hub = await import(process.env.HUB_JS);
const hubUrl = process.env.SANDBOX_URL;
const accessToken = process.env.HF_TOKEN;
const common = { hubUrl, accessToken };
const repo = { type: "model", name: "acme/demo" };
const binary = new Uint8Array([0, 255, 128, 1, 0, 255, 128, 1]);

const OUTSIDE = {
  oauthLoginUrl: "for browsers",
  oauthHandleRedirect: "for browsers",
  oauthHandleRedirectIfPresent: "for browsers",
  commitIterBucket: "needs the Xet protocol",
};
/** What sends no request. */
const LOCAL = new Set(
  `
  computeNumOfParamsByDtypeSingleFile encodeShardFilename getBlobStat
  getHFHubCachePath getQuantizationMultiplier getRepoFolderName globMatch
  isQuantizedTensor matchesCompressedTensorsTarget parseRepoType
  parseSafetensorsShardFilename parseTotalParameters relativeUnderFolder
  scanCacheDir scanCachedRepo scanRefsDir scanSnapshotDir streamJson
  validateTensorEntry assertSafeShardFilename
`.trim().split(/\s+/),
);

const say = (line) => process.stdout.write(`${line}\n`);
const checks = [];
const check = (name, what, run) => checks.push({ name, what, run });
const call = (name, options = {}) => hub[name]({ ...common, ...options });
const all = async (name, options = {}) => {
  const found = [];
  for await (const each of call(name, options)) found.push(each);
  return found;
};
const refused = async (promise, status) => {
  const error = await promise.then(() => undefined, (error) => error);
  assert.equal(error?.statusCode, status, String(error));
};
const create = (more = {}) => call("createRepo", { repo, ...more });
const upload = (path, content, more = {}) =>
  call("uploadFile", {
    repo,
    file: { path, content: new Blob([content]) },
    ...more,
  });
const textOf = async (path, more = {}) =>
  await (await call("downloadFile", { repo, path, ...more }))?.text();
const until = async (holds) => {
  for (let count = 0; count < 300; count++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never holds");
};

check("whoAmI", "of the token", async () => {
  assert.equal((await call("whoAmI")).name, "sandbox");
});
check(
  "whoAmI",
  "with a bad token",
  () => refused(hub.whoAmI({ hubUrl, accessToken: "hf_wrong" }), 401),
);
check("createRepo", "of each type", async () => {
  for (const type of ["model", "dataset", "space"]) {
    const more = type === "space" ? { sdk: "static" } : {};
    const made = await create({
      repo: { type, name: `acme/${type}` },
      ...more,
    });
    assert.match(made.repoUrl, new RegExp(`acme/${type}$`));
  }
});
check("createRepo", "with files and a licence", async () => {
  const content = new TextEncoder().encode("hi").buffer;
  await create({
    license: "mit",
    private: true,
    files: [{ path: "a", content }],
  });
  assert.equal(await textOf("a"), "hi");
});
check("createRepo", "twice", async () => {
  await create();
  await refused(create(), 409);
});
check("deleteRepo", "and again", async () => {
  await create();
  await call("deleteRepo", { repo });
  await refused(call("deleteRepo", { repo }), 404);
});
check("repoExists", "or not", async () => {
  await create();
  assert.equal(await call("repoExists", { repo }), true);
  assert.equal(await call("repoExists", { repo: "acme/none" }), false);
});
check("checkRepoAccess", "or none", async () => {
  await create();
  await call("checkRepoAccess", { repo });
  await refused(call("checkRepoAccess", { repo: "acme/none" }), 404);
});
check("modelInfo", "by name", async () => {
  await create();
  const info = await call("modelInfo", { name: repo.name });
  assert.deepEqual([info.name, info.private, info.downloads], [
    "acme/demo",
    false,
    0,
  ]);
});
check("modelInfo", "of a revision, with more fields", async () => {
  await create();
  const info = await call("modelInfo", {
    name: repo.name,
    revision: "main",
    additionalFields: [
      "sha",
      "author",
      "cardData",
      "tags",
      "config",
      "safetensors",
      "spaces",
    ],
  });
  assert.match(info.sha, /^[0-9a-f]{40}$/);
});
check(
  "modelInfo",
  "of none",
  () => refused(call("modelInfo", { name: "acme/none" }), 404),
);
check("datasetInfo", "by name", async () => {
  await create({ repo: { type: "dataset", name: "acme/data" } });
  assert.equal(
    (await call("datasetInfo", { name: "acme/data" })).name,
    "acme/data",
  );
});
check("datasetInfo", "with more fields", async () => {
  await create({ repo: { type: "dataset", name: "acme/data" } });
  const info = await call("datasetInfo", {
    name: "acme/data",
    additionalFields: ["author", "sha", "tags"],
  });
  assert.equal(info.author, "acme");
});
check("spaceInfo", "by name", async () => {
  await create({ repo: { type: "space", name: "acme/app" }, sdk: "static" });
  assert.equal((await call("spaceInfo", { name: "acme/app" })).sdk, "static");
});
check("spaceInfo", "with more fields", async () => {
  await create({ repo: { type: "space", name: "acme/app" }, sdk: "static" });
  const info = await call("spaceInfo", {
    name: "acme/app",
    additionalFields: ["author", "runtime", "subdomain"],
  });
  assert.equal(info.runtime.stage, "RUNNING");
});
for (
  const [list, type] of [["listModels", "model"], ["listDatasets", "dataset"], [
    "listSpaces",
    "space",
  ]]
) {
  const more = type === "space" ? { sdk: "static" } : {};
  check(list, "of an owner", async () => {
    for (const name of ["acme/a", "acme/b"]) {
      await create({ repo: { type, name }, ...more });
    }
    const found = await all(list, { search: { owner: "acme" } });
    assert.deepEqual(found.map(({ name }) => name).sort(), [
      "acme/a",
      "acme/b",
    ]);
    assert.match(found[0].id, /^[0-9a-f]{24}$/);
  });
  check(list, "by words, limited", async () => {
    for (const name of ["acme/a", "acme/b"]) {
      await create({ repo: { type, name }, ...more });
    }
    const search = { owner: "acme" };
    assert.equal(
      (await all(list, { search: { ...search, query: "b" } })).length,
      1,
    );
    // The function has no limit of its own for Spaces.
    const limited = await all(list, { search, limit: 1 });
    assert.equal(limited.length, type === "space" ? 2 : 1);
  });
  check(list, "sorted", async () => {
    for (const name of ["acme/a", "acme/b"]) {
      await create({ repo: { type, name }, ...more });
    }
    const search = { owner: "acme" };
    assert.equal((await all(list, { search, sort: "createdAt" })).length, 2);
  });
}
check("uploadFile", "of text", async () => {
  await create();
  const made = await upload("a.txt", "hällo");
  assert.match(made.commit.url, /\/acme\/demo\/commit\/[0-9a-f]{40}$/);
  assert.equal(await textOf("a.txt"), "hällo");
});
check("uploadFile", "of binary content", async () => {
  await create();
  await upload("a.png", binary);
  const blob = await call("downloadFile", { repo, path: "a.png" });
  assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), binary);
});
check("uploadFile", "that is large", async () => {
  await create();
  await upload("a.bin", binary);
  const blob = await call("downloadFile", { repo, path: "a.bin" });
  assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), binary);
});
check("uploadFiles", "several", async () => {
  await create();
  await call("uploadFiles", {
    repo,
    files: ["a", "b/c"].map((path) => ({ path, content: new Blob([path]) })),
  });
  assert.equal(await textOf("b/c"), "b/c");
});
check("uploadFiles", "as a pull request", async () => {
  await create();
  const made = await call("uploadFiles", {
    repo,
    isPullRequest: true,
    files: [{ path: "a", content: new Blob(["a"]) }],
  });
  assert.match(made.pullRequestUrl, /discussions\/1$/);
});
check("uploadFilesWithProgress", "several", async () => {
  await create();
  const seen = await all("uploadFilesWithProgress", {
    repo,
    files: [{ path: "a.bin", content: new Blob([binary]) }],
  });
  assert.ok(seen.some(({ event }) => event === "phase"));
  assert.equal(await call("fileExists", { repo, path: "a.bin" }), true);
});
check("commit", "that adds and deletes", async () => {
  await create();
  await upload("a", "1");
  await call("commit", {
    repo,
    title: "Change",
    description: "Why",
    operations: [
      { operation: "delete", path: "a" },
      { operation: "addOrUpdate", path: "b", content: new Blob(["2"]) },
    ],
  });
  assert.equal(await call("fileExists", { repo, path: "a" }), false);
});
check("commit", "to a branch", async () => {
  await create();
  await call("createBranch", { repo, branch: "dev" });
  await upload("a", "1", { branch: "dev" });
  assert.equal(await call("fileExists", { repo, path: "a" }), false);
  assert.equal(
    await call("fileExists", { repo, path: "a", revision: "dev" }),
    true,
  );
});
check("commit", "on an older parent", async () => {
  await create();
  const first = await upload("a", "1");
  await upload("a", "2");
  await refused(upload("a", "3", { parentCommit: first.commit.oid }), 412);
});
check("commitIter", "with its events", async () => {
  await create();
  const seen = await all("commitIter", {
    repo,
    title: "Change",
    operations: [{
      operation: "addOrUpdate",
      path: "b",
      content: new Blob(["2"]),
    }],
  });
  assert.ok(seen.length > 0);
});
check("deleteFile", "once", async () => {
  await create();
  await upload("a", "1");
  await call("deleteFile", { repo, path: "a" });
  assert.equal(await call("fileExists", { repo, path: "a" }), false);
});
check("deleteFiles", "two", async () => {
  await create();
  await upload("a", "1");
  await upload("b", "1");
  await call("deleteFiles", { repo, paths: ["a", "b"] });
  assert.equal(await call("fileExists", { repo, path: "b" }), false);
});
check("downloadFile", "that is not there", async () => {
  await create();
  assert.equal(await call("downloadFile", { repo, path: "none" }), null);
});
check("downloadFile", "of a revision", async () => {
  await create();
  const first = await upload("a", "1");
  await upload("a", "2");
  assert.equal(await textOf("a", { revision: first.commit.oid }), "1");
});
check("downloadFile", "raw", async () => {
  await create();
  await upload("a.bin", binary);
  assert.match(
    await textOf("a.bin", { raw: true }),
    /^version https:\/\/git-lfs/,
  );
});
check("downloadFile", "in part", async () => {
  await create();
  await upload("a.txt", "0123456789");
  const blob = await call("downloadFile", { repo, path: "a.txt" });
  assert.equal(await blob.slice(2, 5).text(), "234");
});
check("fileDownloadInfo", "of both kinds", async () => {
  await create();
  await upload("a.txt", "hello\n");
  await upload("a.bin", binary);
  const text = await call("fileDownloadInfo", { repo, path: "a.txt" });
  assert.deepEqual([text.size, text.etag], [
    6,
    '"ce013625030ba8dba906f756967f9e9ca394464a"',
  ]);
  const large = await call("fileDownloadInfo", { repo, path: "a.bin" });
  assert.equal(large.size, 8);
});
check("fileDownloadInfo", "of none", async () => {
  await create();
  assert.equal(await call("fileDownloadInfo", { repo, path: "none" }), null);
});
check("fileExists", "or not", async () => {
  await create();
  assert.equal(
    await call("fileExists", { repo, path: ".gitattributes" }),
    true,
  );
  assert.equal(await call("fileExists", { repo, path: "none" }), false);
});
check("downloadFileToCacheDir", "once", async () => {
  await create();
  await upload("a", "1");
  const cacheDir = await mkdtemp(join(tmpdir(), "hub_"));
  try {
    const path = await call("downloadFileToCacheDir", {
      repo,
      path: "a",
      cacheDir,
    });
    assert.equal(await readFile(path, "utf8"), "1");
  } finally {
    await rm(cacheDir, { recursive: true });
  }
});
check("snapshotDownload", "whole", async () => {
  await create();
  await upload("a/b", "1");
  const cacheDir = await mkdtemp(join(tmpdir(), "hub_"));
  try {
    const folder = await call("snapshotDownload", { repo, cacheDir });
    assert.equal(await readFile(join(folder, "a/b"), "utf8"), "1");
  } finally {
    await rm(cacheDir, { recursive: true });
  }
});
check("listFiles", "flat and deep", async () => {
  await create();
  await upload("a/b/c", "1");
  const flat = await all("listFiles", { repo });
  assert.deepEqual(flat.map(({ path }) => path), [".gitattributes", "a"]);
  const deep = await all("listFiles", { repo, recursive: true });
  assert.deepEqual(deep.map(({ path }) => path), [
    ".gitattributes",
    "a",
    "a/b",
    "a/b/c",
  ]);
});
check("listFiles", "expanded", async () => {
  await create();
  await upload("a", "1");
  const [, file] = await all("listFiles", { repo, expand: true });
  assert.ok(file.lastCommit.id);
});
check("pathsInfo", "of two paths", async () => {
  await create();
  await upload("a.bin", binary);
  const found = await call("pathsInfo", {
    repo,
    paths: ["a.bin", "none"],
    expand: true,
  });
  assert.equal(found[0].lfs.size, 8);
  assert.equal(found[0].securityFileStatus.status, "safe");
});
check("listCommits", "with authors", async () => {
  await create();
  await upload("a", "1", { commitTitle: "One" });
  const found = await all("listCommits", { repo });
  assert.deepEqual(found.map(({ title }) => title), ["One", "initial commit"]);
  assert.ok(found[0].date instanceof Date);
});
check("listCommits", "of many pages", async () => {
  await create();
  for (let count = 0; count < 4; count++) await upload("a", String(count));
  assert.equal((await all("listCommits", { repo, batchSize: 2 })).length, 5);
});
check("countCommits", "all", async () => {
  await create();
  await upload("a", "1");
  assert.equal(await call("countCommits", { repo }), 2);
});
check("createBranch", "from a commit", async () => {
  await create();
  const { commit } = await upload("a", "1");
  await upload("a", "2");
  await call("createBranch", { repo, branch: "dev", revision: commit.oid });
  assert.equal(await textOf("a", { revision: "dev" }), "1");
});
check("createBranch", "empty, and over another", async () => {
  await create();
  await call("createBranch", { repo, branch: "dev" });
  await refused(call("createBranch", { repo, branch: "dev" }), 409);
  await call("createBranch", {
    repo,
    branch: "dev",
    overwrite: true,
    empty: true,
  });
  assert.deepEqual(await all("listFiles", { repo, revision: "dev" }), []);
});
check("deleteBranch", "once", async () => {
  await create();
  await call("createBranch", { repo, branch: "dev" });
  await call("deleteBranch", { repo, branch: "dev" });
  await refused(call("deleteBranch", { repo, branch: "dev" }), 404);
});
check("createCollection", "with an item", async () => {
  await create();
  const { slug } = await call("createCollection", {
    collection: {
      namespace: "acme",
      title: "What we use",
      item: { type: "model", id: "acme/demo" },
    },
  });
  assert.match(slug, /^acme\/what-we-use-[0-9a-f]{24}$/);
});
check("listCollections", "of an owner", async () => {
  await call("createCollection", {
    collection: { namespace: "acme", title: "What" },
  });
  assert.equal(
    (await all("listCollections", { search: { owner: ["acme"] } })).length,
    1,
  );
});
check("deleteCollection", "once", async () => {
  const { slug } = await call("createCollection", {
    collection: { namespace: "acme", title: "What" },
  });
  await call("deleteCollection", { slug });
  await refused(call("deleteCollection", { slug }), 404);
});
check("parseSafetensorsMetadata", "of one file", async () => {
  const header = new TextEncoder().encode(
    JSON.stringify({ w: { dtype: "F32", shape: [2], data_offsets: [0, 8] } }),
  );
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(header.length), true);
  await create();
  await upload(
    "model.safetensors",
    new Blob([length, header, new Uint8Array(8)]),
  );
  const parsed = await call("parseSafetensorsMetadata", {
    repo,
    computeParametersCount: true,
  });
  assert.deepEqual(parsed.parameterCount, { F32: 2 });
});
const namespace = "acme";
const run = () =>
  call("runJob", {
    namespace,
    dockerImage: "python:3.12",
    command: ["true"],
    flavor: "cpu-basic",
  });
const schedule = () =>
  call("createScheduledJob", {
    namespace,
    schedule: "@daily",
    jobSpec: {
      dockerImage: "python:3.12",
      command: ["true"],
      flavor: "cpu-basic",
      environment: {},
    },
  });
const jobOf = async (name, more = {}) => {
  const { id } = await run();
  return await call(name, { namespace, jobId: id, ...more });
};
const scheduledOf = async (name) => {
  const { id } = await schedule();
  await call(name, { namespace, scheduledJobId: id, jobId: id });
  return id;
};
check("runJob", "once", async () => assert.ok((await run()).id));
check("getJob", "by id", async () => {
  assert.equal((await jobOf("getJob")).dockerImage, "python:3.12");
});
check(
  "getJob",
  "of none",
  () => refused(call("getJob", { namespace, jobId: "0".repeat(24) }), 404),
);
check("listJobs", "of a namespace", async () => {
  await run();
  assert.equal((await call("listJobs", { namespace })).length, 1);
});
check("cancelJob", "at once", () => jobOf("cancelJob"));
check(
  "duplicateJob",
  "as another",
  async () => assert.ok((await jobOf("duplicateJob")).id),
);
check("listJobHardware", "with prices", async () => {
  assert.ok(
    (await call("listJobHardware")).some(({ name }) => name === "cpu-basic"),
  );
});
check("streamJobMetrics", "of a job that has ended", async () => {
  const { id } = await run();
  const isRunning = async () =>
    /^(RUNNING|SCHEDULING)$/.test(
      (await call("getJob", { namespace, jobId: id })).status.stage,
    );
  await until(async () => !(await isRunning()));
  // The service answers so once there is nothing more to measure.
  await assert.rejects(
    all("streamJobMetrics", { namespace, jobId: id }),
    { statusCode: 406 },
  );
});
for (const kind of ["Logs", "Events"]) {
  check(`streamJob${kind}`, "to its end", async () => {
    const { id } = await run();
    await until(async () =>
      !["RUNNING", "SCHEDULING"].includes(
        (await call("getJob", { namespace, jobId: id })).status.stage,
      )
    );
    await Promise.race([
      all(`streamJob${kind}`, { namespace, jobId: id }),
      new Promise((_, fail) =>
        setTimeout(() => fail(new Error("it never ends")), 5000)
      ),
    ]);
  });
}
check("createScheduledJob", "daily", async () => {
  assert.equal((await schedule()).schedule, "@daily");
});
check(
  "getScheduledJob",
  "by id",
  async () => assert.ok(await scheduledOf("getScheduledJob")),
);
check("listScheduledJobs", "of a namespace", async () => {
  await schedule();
  assert.equal((await call("listScheduledJobs", { namespace })).length, 1);
});
for (
  const name of [
    "suspendScheduledJob",
    "resumeScheduledJob",
    "runScheduledJob",
    "deleteScheduledJob",
  ]
) {
  check(name, "once", () => scheduledOf(name));
}

/** Two buckets, the first with a file as the Xet protocol leaves it. */
const buckets = async () => {
  for (const name of ["acme/b", "acme/c"]) {
    await create({ repo: { type: "bucket", name } });
  }
  const operation = { type: "addFile", path: "a/x.txt", xetHash: hash };
  const answer = await fetch(`${hubUrl}/api/buckets/acme/b/batch`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/x-ndjson",
    },
    body: JSON.stringify(operation),
  });
  assert.equal(answer.status, 200);
};
const hash = "ab".repeat(32);
const to = { type: "bucket", name: "acme/c" };
const from = {
  repo: { type: "bucket", name: "acme/b" },
  path: "a/x.txt",
};
const file = { source: from, destination: { repo: to, path: "y.txt" } };
const files = {
  destination: to,
  files: [{ source: from, destinationPath: "y.txt" }],
};
const folder = {
  source: { repo: from.repo, path: "a" },
  destination: { repo: to, path: "z" },
};
for (
  const [name, options, path] of [
    ["copyFile", file, "y.txt"],
    ["copyFiles", files, "y.txt"],
    ["copyFolder", folder, "z/x.txt"],
  ]
) {
  const copied = async () => {
    const found = await all("listFiles", { repo: to, recursive: true });
    assert.deepEqual(found.map((each) => each.path), [path]);
  };
  check(name, "between buckets", async () => {
    await buckets();
    await call(name, options);
    await copied();
  });
  check(`${name}Iter`, "between buckets", async () => {
    await buckets();
    await all(`${name}Iter`, options);
    await copied();
  });
}

const verdicts = { works: 0, wrong: 0, lacks: 0 };
const bad = new Set();
for (const { name, what, run } of checks) {
  await fetch(`${hubUrl}/_sandbox/reset`, {
    method: "POST",
    headers: { "x-sandbox-key": process.env.HF_SANDBOX_KEY },
  });
  try {
    await run();
    verdicts.works++;
  } catch (error) {
    const text = `${error}`.replaceAll(/\s+/g, " ").slice(0, 300);
    const verdict = /Not found: \/|is not allowed here/.test(text)
      ? "lacks"
      : "wrong";
    verdicts[verdict]++;
    bad.add(name);
    say(`${verdict}: ${name}, ${what}: ${text}`);
  }
}
const seen = new Set(checks.map(({ name }) => name));
const known = Object.keys(hub).filter((name) =>
  /^[a-z]/.test(name) && typeof hub[name] === "function" && !LOCAL.has(name)
);
const missing = known.filter((name) => !seen.has(name) && !(name in OUTSIDE));
if (missing.length > 0) say(`unchecked: ${missing.join(", ")}`);
for (const [name, reason] of Object.entries(OUTSIDE)) {
  say(`outside: ${name}: ${reason}`);
}
const done = known.filter((name) => seen.has(name) && !bad.has(name)).length;
const counts = Object.entries(verdicts).map(([verdict, count]) =>
  `${count} ${verdict}`
);
say(
  `@huggingface/hub: ${
    counts.join(", ")
  }: ${done} of ${known.length} functions`,
);
