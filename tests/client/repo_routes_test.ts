import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  ApiError,
  HuggingFace,
  NotFoundError,
  PermissionDeniedError,
  type RepoRef,
} from "../../mod.ts";
import { Sandbox } from "../../client/sandbox/mod.ts";

const repo: RepoRef = { type: "dataset", id: "acme/data" };
/** What `git hash-object` says of a file that holds "hi\n". */
const hi = "45b983be36b73c0788dc9cbcb76cbb80fc7bb057";

async function start(): Promise<
  { client: HuggingFace; as: (token: string) => HuggingFace }
> {
  const sandbox = new Sandbox({
    createMs: 0,
    tokens: { hf_read: "read", hf_bob: "bob:write" },
    now: () => Date.UTC(2026, 10, 21),
  });
  const as = (token: string) =>
    new HuggingFace({
      token,
      fetch: (request) => sandbox.fetch(request),
      maxRetries: 0,
    });
  const client = as(sandbox.token);
  await client.repos.create({
    type: "dataset",
    organization: "acme",
    name: "data",
  });
  for (const name of ["a", "b c"]) {
    await client.files.commit(repo, {
      summary: `Add ${name}`,
      operations: [{ path: `folder/${name}.txt`, content: "hi\n" }],
    });
  }
  return { client, as };
}

Deno.test("paths are looked up with git's own hashes", async () => {
  const { client: { files } } = await start();
  const paths = ["folder", "folder/b c.txt", "nowhere"];
  const found = await files.pathsInfo(repo, paths, { expand: true });
  assertEquals(found.map(({ type, path }) => [type, path]), [
    ["directory", "folder"],
    ["file", "folder/b c.txt"],
  ]);
  assertEquals([found[1]?.oid, found[1]?.size], [hi, 3]);
  assertEquals(found[1]?.lastCommit?.title, "Add b c");
  await assertRejects(
    () => files.pathsInfo(repo, paths, { revision: "v/1" }),
    NotFoundError,
  );
});

Deno.test("the Hub says how a file has to be uploaded", async () => {
  const { client: { files } } = await start();
  const uploads = await files.uploads(repo, [
    { path: "a.txt", size: 2, sample: "aGk=" },
    { path: "a.safetensors", size: 2, sample: "aGk=" },
    { path: "large.txt", size: 20_000_000, sample: "aGk=" },
  ]);
  assertEquals(uploads.map(({ path, uploadMode }) => [path, uploadMode]), [
    ["a.txt", "regular"],
    ["a.safetensors", "lfs"],
    ["large.txt", "lfs"],
  ]);
});

Deno.test("revisions are compared, and a branch is squashed", async () => {
  const { client: { refs } } = await start();
  await refs.createTag(repo, "v1");
  const history = await Array.fromAsync(refs.commits(repo));
  const first = history.at(-1)?.id ?? "";
  const changes = await refs.compare(repo, first, "v1");
  assert(changes.includes("folder/b c.txt"), changes);
  const squashed = await refs.superSquash(repo, "main", { message: "One" });
  const [only, ...others] = await Array.fromAsync(refs.commits(repo));
  assertEquals([only?.id, only?.title, others], [squashed, "One", []]);
  const error = await assertRejects(
    () => refs.superSquash(repo, "v1"),
    ApiError,
  );
  assertEquals(error.status, 400);
});

Deno.test("a repository has tokens of its own", async () => {
  const { client: { repos }, as } = await start();
  const now = Date.UTC(2026, 10, 21) / 1000;
  const token = await repos.token(repo, { write: true, expiresIn: 60 });
  assertEquals(token.accessToken, `Bearer ${token.token}`);
  assertEquals(token.exp, now + 60);
  assertEquals((await repos.token(repo, { write: true })).exp, now + 600);
  assertEquals((await repos.token(repo)).exp, now + 3600);
  assertEquals(
    (await repos.token(repo, { expiresIn: 86_400 })).exp,
    now + 3600,
  );
  await as("hf_read").repos.token(repo);
  for (const other of ["hf_read", "hf_bob"]) {
    await assertRejects(
      () => as(other).repos.token(repo, { write: true }),
      PermissionDeniedError,
    );
  }
});

Deno.test("a repository tells its resource group, scan, size and copy", async () => {
  const { client: { repos, files, collections } } = await start();
  const group = "a".repeat(24);
  assertEquals(await repos.resourceGroup(repo), null);
  await repos.setResourceGroup(repo, group);
  assertEquals((await repos.resourceGroup(repo))?.id, group);
  const { slug } = await collections.create({ namespace: "acme", title: "C" });
  assertEquals(await collections.resourceGroup(slug), null);
  await collections.setResourceGroup(slug, group);
  assertEquals((await collections.resourceGroup(slug))?.id, group);
  assertEquals(await files.scan(repo), {
    scansDone: true,
    filesWithIssues: [],
  });
  assertEquals(await files.treeSize(repo, { path: "folder" }), 6);
  assertEquals((await repos.duplicateStatus(repo)).pending, false);
});
